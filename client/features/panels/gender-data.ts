import type { GenderPanel } from '../../../shared/contracts/panels.ts';

/** Whether to show the gender panel: the specification hides it without gender data. */
export function hasGenderData({ genders: groups }: GenderPanel): boolean {
  return groups.some(({ genero, count }) => genero !== null && count > 0);
}
