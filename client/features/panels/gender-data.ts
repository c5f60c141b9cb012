import type { GenderPanel } from '../../../shared/contracts/panels.ts';

/** Hidden without gender data, as the specification has it. */
export function hasGenderData({ genders: groups }: GenderPanel): boolean {
  return groups.some(({ genero, count }) => genero !== null && count > 0);
}
