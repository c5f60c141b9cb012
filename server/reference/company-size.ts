import type { CompanySize } from '../../shared/codes/codes.ts';

export type SizeCriterion = 'industry' | 'other';

/**
 * The file's `tamestabjan` codes (employees in January) of each company size (porte) by SEBRAE's criterion, which has
 * other limits for industry: MICRO up to 19 employees in industry and 9 elsewhere, PEQUENA up to 99 and 49, MEDIA up to
 * 499 and 99. `employeeBandNames` has the employees of each code: none straddles a limit, and 90, 97, 98 and 99 give no
 * number.
 */
const employeeBands: Readonly<
  Record<CompanySize, Readonly<Record<SizeCriterion, readonly number[]>>>
> = {
  MICRO: { industry: [1, 2, 3, 4], other: [1, 2, 3] },
  PEQUENA: { industry: [5, 6], other: [4, 5] },
  MEDIA: { industry: [7, 8], other: [6] },
  GRANDE: { industry: [9, 10], other: [7, 8, 9, 10] },
};

/** CNAE sections that the criterion treats as industry; every other section takes the other limits. */
export const industrySections: readonly string[] = ['B', 'C', 'D', 'E', 'F'];

/** The `tamestabjan` codes of a size. */
export const employeeBandsOfSize = (
  size: CompanySize,
  criterion: SizeCriterion,
): readonly number[] => employeeBands[size][criterion];
