import { cnaeSectionLabels, type CnaeSectionCode } from '../../shared/codes/cnae.ts';

const { Z: _notIdentified, ...sections } = cnaeSectionLabels;

/** The sections of CNAE 2.3, without the files' Z, a section not identified. */
export const cnaeSections = sections;
export type CnaeSection = Exclude<CnaeSectionCode, 'Z'>;

const divisionRanges: readonly (readonly [from: number, to: number, section: CnaeSection])[] = [
  [1, 3, 'A'],
  [5, 9, 'B'],
  [10, 33, 'C'],
  [35, 35, 'D'],
  [36, 39, 'E'],
  [41, 43, 'F'],
  [45, 47, 'G'],
  [49, 53, 'H'],
  [55, 56, 'I'],
  [58, 63, 'J'],
  [64, 66, 'K'],
  [68, 68, 'L'],
  [69, 75, 'M'],
  [77, 82, 'N'],
  [84, 84, 'O'],
  [85, 85, 'P'],
  [86, 88, 'Q'],
  [90, 93, 'R'],
  [94, 96, 'S'],
  [97, 97, 'T'],
  [99, 99, 'U'],
];

/** The section of a two-digit division ("47" is G); undefined for a division that CNAE lacks. */
export function sectionOfDivision(division: string): CnaeSection | undefined {
  if (!/^\d{2}$/.test(division)) return undefined;
  const number = Number(division);
  return divisionRanges.find(([from, to]) => number >= from && number <= to)?.[2];
}

/** The section of a seven-digit subclass, by its division. */
export function sectionOfSubclass(subclass: string): CnaeSection | undefined {
  return /^\d{7}$/.test(subclass) ? sectionOfDivision(subclass.slice(0, 2)) : undefined;
}
