/**
 * The x with P(|N| ≤ x) = 95 % for a standard normal N, within 3·10⁻¹⁵. The last digits are those of stored receipts,
 * whose figures a later version must repeat.
 */
export const normalReach95 = 1.9599639845400514;

/** P(N ≤ x) = ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + …), for x of a few units. */
export function normalDistribution(x: number): number {
  let sum = 0;
  let term = x;
  for (let odd = 3; sum + term !== sum; odd += 2) {
    sum += term;
    term *= (x * x) / odd;
  }
  return 0.5 + (Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
