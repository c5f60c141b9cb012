import { searchOccupations } from '../../reference/occupation-search.ts';
import { lineFilter } from './line-filter.ts';

/** Lines are in the files by their occupation: its runs are found without a test. */
const foundByRuns = () => [];

/** By six-digit code; an empty list is a text that no title matches. */
export const occupations = lineFilter<readonly number[]>({
  asked: ({ cbo, cbos, searchQuery }) => {
    const named = [...(cbo === undefined ? [] : [cbo]), ...(cbos ?? [])];
    if (named.length === 0 && searchQuery === undefined) return null;
    const found = searchQuery === undefined ? [] : searchOccupations(searchQuery);
    return [...new Set([...named, ...found])].map(Number);
  },
  condition: (codes) => ({
    clause: 'cbo in {occupations:Array(UInt32)}',
    params: { occupations: codes },
  }),
  tests: foundByRuns,
});

/** Four digits: occupations whose code begins so, beside those named. */
export const family = lineFilter<number>({
  asked: ({ familiaCbo }) => (familiaCbo === undefined ? null : Number(familiaCbo)),
  // A range and not a division, so that the table's order finds it.
  condition: (code) => ({
    clause: 'cbo between {familyFrom:UInt32} and {familyTo:UInt32}',
    params: { familyFrom: code * 100, familyTo: code * 100 + 99 },
  }),
  tests: foundByRuns,
});
