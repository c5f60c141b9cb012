import { codesOfFamily } from './occupations/occupation-family.ts';
import type { OccupationCounts } from './occupations/occupation-counts.ts';
import { askedMonths, type Question } from './question.ts';

/**
 * About how many lines have to be looked at for a question: those of its occupations in its months, whatever else it
 * asks. Where nothing is known, a question about all occupations is beyond all bounds.
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
