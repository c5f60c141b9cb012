import { formatLongMonth } from '../../../shared/words/format.ts';
import { percentText, type JudgedFile, type Verdict } from './judged-file.ts';

/** Minimum number of distinct lines: fewer may be equal by chance. */
const fewestLines = 50;

/** Maximum share of common lines. Undamaged months share a few lines in a hundred. */
const largestShare = 0.5;

/**
 * Finds a published file of another month with the same lines: then one of the two files is not of the month it states.
 */
export function judgeCopies({ month, profile, sketches }: JudgedFile): Verdict {
  const own = profile.shape.sketch;
  if (own.length < fewestLines) {
    return {
      findings: [],
      untold: ['month'],
    };
  }
  const copies = sketches
    .filter((other) => other.month !== month && other.sketch.length >= fewestLines)
    .map((other) => ({ month: other.month, share: sharedOf(own, other.sketch) }))
    .filter(({ share }) => share > largestShare);
  return {
    findings: copies.map((other) => ({
      code: 'sameLines',
      message: `cerca de ${percentText(other.share)} das linhas são as de ${formatLongMonth(other.month)}, com outro mês: um dos dois arquivos não é do mês que diz.`,
    })),
    untold: [],
  };
}

/** The share of all lines of both files that is in both, by the lowest hashes (Jaccard index of a bottom-k sketch). */
function sharedOf(one: readonly number[], other: readonly number[]): number {
  const length = Math.min(one.length, other.length);
  const lowest = [...new Set([...one, ...other])].toSorted((a, b) => a - b).slice(0, length);
  const [ones, others] = [new Set(one), new Set(other)];
  return lowest.filter((hash) => ones.has(hash) && others.has(hash)).length / length;
}
