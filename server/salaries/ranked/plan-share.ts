import { largestPay } from '../../warehouse/traits.ts';
import type { CountedGroup } from '../counting/count-rows.ts';
import { UncountableRowsError } from '../counting/uncountable.ts';
import { binsOf, type CountedRun } from './bins.ts';
import { countBins, type BinCounts, type Counting } from './count-bins.ts';
import { groupPlaces, type GroupPlaces } from './group-tables.ts';
import { LineBuffer } from './line-buffer.ts';
import { monthCodes, toldCodes, type ToldCodes } from './month-codes.ts';
import type { MonthFile } from './month-file.ts';
import { occupationGroups } from './occupation-groups.ts';
import type { AskedOccupations, RankedPlan } from './plan.ts';
import { runsOf, zonesOf, type OpenMonth } from './runs.ts';
import { emptyTally, type Tally } from './steps.ts';
import { lineFilters, tallyOther, tallyUncounted } from './tally.ts';

/** Which part of the lines a thread counts: the n-th of so many. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** What a share of a plan's lines has. */
export interface ShareCounts extends BinCounts {
  readonly tally: Tally;
  readonly places: GroupPlaces;
  readonly told: ToldCodes;
}

export interface CountedShare {
  readonly counting: Counting;
  readonly counts: ShareCounts;
}

type FileOf = (path: string) => MonthFile;

/** Counts a share of a plan; blocks its thread. Throws `UncountableRowsError` for salaries beyond what the files hold. */
export function countShare(plan: RankedPlan, share: Share, fileOf: FileOf): CountedShare {
  const { months, told } = openMonths(plan, fileOf);
  const lines = new LineBuffer(lineFilters(plan));
  const runs = countedRuns(plan, months, plan.occupations);
  const bins = binsOf(runs);
  const tally = emptyTally();
  tallyShare(plan, share, { months, runs, lines, tally });
  const places = groupPlaces(months.length, told.municipalities.length, told.subclasses.length);
  const counting: Counting = {
    plan,
    lines,
    runs,
    bins,
    places,
    placeOfMonth: ({ month }) => months.indexOf(month),
    isOwn: ownBins(bins.bins, share),
    tally: tally.counted,
  };
  return { counting, counts: { ...countBins(counting), tally, places, told } };
}

/** Counts every occupation of the asked family by itself, or those that were asked where there are several. */
export function countOccupations(plan: RankedPlan, fileOf: FileOf): CountedGroup[] {
  const { occupations, siblings } = plan;
  if (occupations === null) return [];
  const { months } = openMonths(plan, fileOf);
  const asked = months.filter(({ planned }) => planned.isAsked);
  const told = siblings === null ? occupations : { codes: [], family: siblings };
  return occupationGroups(new LineBuffer(lineFilters(plan)), countedRuns(plan, asked, told));
}

function openMonths(plan: RankedPlan, fileOf: FileOf) {
  const opened = plan.months.map((planned) => ({ planned, file: fileOf(planned.path) }));
  const told = toldCodes(
    plan,
    opened.map(({ file }) => file),
  );
  const months = opened.map(({ planned, file }): OpenMonth => ({
    planned,
    file,
    codes: monthCodes(plan, file, told),
  }));
  return { months, told };
}

function countedRuns(
  { balances, range, isGross }: RankedPlan,
  months: readonly OpenMonth[],
  occupations: AskedOccupations | null,
): CountedRun[] {
  return months.flatMap((month) =>
    runsOf(month, occupations)
      .filter(({ balance }) => balances.includes(balance))
      .map((run) => {
        if (isGross && (run.pays.placesOf([largestPay])[0] ?? run.end) < run.end) {
          throw new UncountableRowsError('A salary is beyond its column.');
        }
        return { run, zones: zonesOf(run, month.planned.rule, range) };
      }),
  );
}

interface Tallying {
  readonly months: readonly OpenMonth[];
  readonly runs: readonly CountedRun[];
  readonly lines: LineBuffer;
  readonly tally: Tally;
}

/** Tallies what does not count, by turns with the other shares. */
function tallyShare(
  { balances, occupations }: RankedPlan,
  { index, of }: Share,
  { months, runs, lines, tally }: Tallying,
): void {
  const isOwn = (_: unknown, place: number) => place % of === index;
  const others = months
    .filter(({ planned }) => planned.isAsked)
    .flatMap((month) => runsOf(month, occupations))
    .filter(({ balance }) => !balances.includes(balance));
  for (const run of others.filter(isOwn)) tallyOther(tally, lines, run);
  const asked = runs.filter(({ run }) => run.month.planned.isAsked);
  for (const run of asked.filter(isOwn)) tallyUncounted(tally, lines, run);
}

/** Neighbouring bins with about as many lines as any other share has. */
function ownBins(
  bins: readonly { readonly lines: number }[],
  { index, of }: Share,
): (bin: number) => boolean {
  const all = bins.reduce((sum, { lines }) => sum + lines, 0);
  const shareOf: number[] = [];
  let before = 0;
  for (const { lines } of bins) {
    shareOf.push(Math.min(of - 1, Math.floor(((before + lines / 2) * of) / Math.max(1, all))));
    before += lines;
  }
  return (bin) => shareOf[bin] === index;
}
