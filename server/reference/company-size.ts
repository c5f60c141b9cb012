import { companySizeLabels, type CompanySize } from '../../shared/codes/codes.ts';
import { keysOf } from '../../shared/codes/keys.ts';

/** Company size (porte) by SEBRAE's criterion: employees in January, with other limits for industry. */
const companySizes = {
  MICRO: {
    industry: { from: 0, to: 19 },
    other: { from: 0, to: 9 },
  },
  PEQUENA: {
    industry: { from: 20, to: 99 },
    other: { from: 10, to: 49 },
  },
  MEDIA: {
    industry: { from: 100, to: 499 },
    other: { from: 50, to: 99 },
  },
  GRANDE: {
    industry: { from: 500, to: null },
    other: { from: 100, to: null },
  },
} as const;

/** The sizes, smallest first. */
const companySizeOrder: readonly CompanySize[] = keysOf(companySizeLabels);

/** CNAE sections that the criterion treats as industry; every other section takes the other limits. */
export const industrySections: readonly string[] = ['B', 'C', 'D', 'E', 'F'];

/** The file's `tamestabjan` codes that give a number of employees; 90, 97, 98 and 99 give none. */
export const employeeBands: Readonly<Record<number, { from: number; to: number | null }>> = {
  1: { from: 0, to: 0 },
  2: { from: 1, to: 4 },
  3: { from: 5, to: 9 },
  4: { from: 10, to: 19 },
  5: { from: 20, to: 49 },
  6: { from: 50, to: 99 },
  7: { from: 100, to: 249 },
  8: { from: 250, to: 499 },
  9: { from: 500, to: 999 },
  10: { from: 1000, to: null },
};

export type SizeCriterion = 'industry' | 'other';

/** The `tamestabjan` codes of a size: no band straddles a limit, so each belongs to one size. */
export function employeeBandsOfSize(size: CompanySize, criterion: SizeCriterion): number[] {
  const limits = companySizes[size][criterion];
  return Object.entries(employeeBands)
    .filter(
      ([, band]) => band.from >= limits.from && (limits.to === null || band.from <= limits.to),
    )
    .map(([code]) => Number(code));
}

/** The size of an establishment by its CNAE section and `tamestabjan`; null for an unknown band. */
export function companySize(section: string, employeeBand: number): CompanySize | null {
  const criterion = industrySections.includes(section) ? 'industry' : 'other';
  return (
    companySizeOrder.find((size) => employeeBandsOfSize(size, criterion).includes(employeeBand)) ??
    null
  );
}
