import { codesOfFamily } from './filters/occupation-family.ts';
import { queryMonths, type SalaryQuery } from './salary-query.ts';

/** Records of each occupation, by its six digits. */
export type OccupationCounts = ReadonlyMap<string, number>;

/**
 * Cost estimate: about how many lines a query scans. Counts the lines of its occupations in its months and ignores all
 * other filters. While the counts of a published release are unknown, a query about all occupations costs `Infinity`.
 */
export function estimatedRows(query: SalaryQuery, counts: OccupationCounts): number {
  const { occupations, family, release } = query;
  const share = queryMonths(query).length / Math.max(1, release.months.length);
  const isAboutAll = occupations === null && family === null;
  if (isAboutAll && counts.size === 0 && release.number !== null) return Infinity;
  const requested = new Set(occupations);
  let lines = 0;
  for (const [cbo, records] of counts) {
    const code = Number(cbo);
    const isRequested = requested.has(code) || Math.floor(code / codesOfFamily) === family;
    if (isAboutAll || isRequested) lines += records;
  }
  return lines * share;
}
