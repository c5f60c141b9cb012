import { codesOfFamily } from './filters/occupation-family.ts';
import { askedMonths, type Question } from './salary-query.ts';

/** Records of each occupation, by its six digits. */
export type OccupationCounts = ReadonlyMap<string, number>;

/**
 * Cost estimate: about how many lines a query scans. Counts the lines of its occupations in its months and ignores all
 * other filters. While the counts of a published release are unknown, a query about all occupations costs `Infinity`.
 */
export function linesMet(question: Question, counts: OccupationCounts): number {
  const { occupations, family, release } = question;
  const share = askedMonths(question).length / Math.max(1, release.months.length);
  const isAboutAll = occupations === null && family === null;
  if (isAboutAll && counts.size === 0 && release.number !== null) return Infinity;
  const asked = new Set(occupations);
  let lines = 0;
  for (const [cbo, records] of counts) {
    const code = Number(cbo);
    const isAsked = asked.has(code) || Math.floor(code / codesOfFamily) === family;
    if (isAboutAll || isAsked) lines += records;
  }
  return lines * share;
}
