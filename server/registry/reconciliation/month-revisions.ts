import { max, median, min } from 'd3-array';
import {
  minForBand,
  maxDelay,
  type MonthRevisions,
  type RevisionBand,
} from '../../../shared/contracts/revisions.ts';
import { delaySteps, expectedChange } from '../../../shared/statistics/chain-ladder.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import { monthLater } from '../../../shared/codes/months.ts';
import type { ProfileDeps } from '../comparison/profile.ts';
import {
  adjustedFigure,
  countedFiles,
  declaredFigure,
  declaredMonths,
  type CountedFiles,
} from './own-figures.ts';

/**
 * The change of each month's admissions with every further month of late declarations and exclusions, from the stored
 * counts of a release's files. A month is followed until the first missing file.
 */
export async function monthRevisions(
  deps: ProfileDeps,
  { number, isSynthetic, files }: CurrentRelease,
): Promise<MonthRevisions> {
  const counted = await countedFiles(deps, files);
  const months = declaredMonths(counted)
    .toSorted()
    .toReversed()
    .map((month) => ({
      month,
      declared: declaredFigure(counted, month).figure?.admissions ?? 0,
      admissions: followed(counted, month),
    }));
  return {
    release: number,
    isSynthetic,
    months: withExpectations(
      months,
      files.map((file) => file.month),
    ),
    bands: bandsOf(months),
  };
}

type FollowedMonth = Omit<MonthRevisions['months'][number], 'expected'>;

/**
 * The months with the change that each still expects: null if it was followed for the longest delay, or not up to the
 * last of the loaded months, because a file is missing.
 */
export function withExpectations(
  months: readonly FollowedMonth[],
  loaded: readonly string[],
): MonthRevisions['months'] {
  const steps = delaySteps(
    months.map(({ declared, admissions }) => [declared, ...admissions]),
    maxDelay,
  );
  const last = loaded.toSorted().at(-1) ?? '';
  return months.map((month) => {
    const { declared, admissions } = month;
    const delay = admissions.length;
    const count = admissions.at(-1) ?? declared;
    const isOpen = delay < maxDelay && monthLater(month.month, delay) >= last && count > 0;
    const expected =
      steps === null || !isOpen ? null : expectedChange(steps, { count, delay }, 0.95);
    return { ...month, expected };
  });
}

/** Number of admissions after 1, 2, … months of delay. */
function followed(files: CountedFiles, month: string): number[] {
  const admissions: number[] = [];
  for (let delay = 1; delay <= maxDelay; delay++) {
    const { figure, missing } = adjustedFigure(files, month, monthLater(month, delay));
    if (figure === null || missing.length > 0) break;
    admissions.push(figure.admissions);
  }
  return admissions;
}

function bandsOf(months: readonly FollowedMonth[]): RevisionBand[] {
  const followedLongest = Math.max(0, ...months.map(({ admissions }) => admissions.length));
  return Array.from({ length: followedLongest }, (_, index) => {
    const shares = months.flatMap(({ declared, admissions }) => {
      const later = admissions[index];
      return later === undefined || declared === 0 ? [] : [(later - declared) / declared];
    });
    const shown = shares.length < minForBand ? [] : shares;
    return {
      delay: index + 1,
      months: shares.length,
      lowest: min(shown) ?? null,
      median: median(shown) ?? null,
      highest: max(shown) ?? null,
    };
  });
}
