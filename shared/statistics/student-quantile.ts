import { defined } from '../codes/defined.ts';

const steps = 1_000;

/** Above this many degrees of freedom the distribution is nearly the normal one. */
const maxFreedom = 1_000;

/**
 * The x with P(|T| ≤ x) = `level` for Student's t with `freedom` degrees of freedom, at least 1 and not necessarily
 * whole. With x = √freedom · tan θ the density is that of cosᶠ⁻¹ θ, which trapezoids sum up to the angle of the level.
 */
export function studentReach(level: number, freedom: number): number {
  const used = Math.min(freedom, maxFreedom);
  const density = (step: number) => Math.cos((step / steps) * (Math.PI / 2)) ** (used - 1);
  const sums = [0];
  for (let step = 1; step <= steps; step++)
    sums.push(defined(sums[step - 1]) + (density(step - 1) + density(step)) / 2);
  const area = level * defined(sums[steps]);
  const above = sums.findIndex((sum) => sum > area);
  const [low, high] = [defined(sums[above - 1]), defined(sums[above])];
  const angle = ((above - 1 + (area - low) / (high - low)) / steps) * (Math.PI / 2);
  return Math.sqrt(used) * Math.tan(angle);
}
