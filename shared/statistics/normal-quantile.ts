/** The x with P(N ≤ x) = `probability` for a standard normal N; `probability` from ½ to below 1. */
export function normalQuantile(probability: number): number {
  // P(N ≤ x) is concave here, so Newton's steps from 0 approach the solution and never pass it.
  let x = 0;
  for (let step = 0; step < 100; step++) {
    const next = x + (probability - normalDistribution(x)) / normalDensity(x);
    if (!(next > x)) break;
    x = next;
  }
  return x;
}

const normalDensity = (x: number) => Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI);

/** P(N ≤ x) = ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + …), for x of a few units. */
export function normalDistribution(x: number): number {
  let sum = 0;
  let term = x;
  for (let odd = 3; sum + term !== sum; odd += 2) {
    sum += term;
    term *= (x * x) / odd;
  }
  return 0.5 + normalDensity(x) * sum;
}
