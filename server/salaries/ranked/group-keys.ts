import type { DimensionName } from '../panels/dimensions.ts';

/** What the code of a capital letter has above its lowest five bits. */
const letterBase = 64;
const notInformed = 80;

/** The key by which panels know a group, of the code that a line's traits have for it. */
export function keyOfCode(dimension: DimensionName, code: number): number {
  if (dimension === 'section') return code + letterBase;
  return dimension === 'schooling' && code === 0 ? notInformed : code;
}
