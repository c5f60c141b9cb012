import { defined } from '../../../../shared/codes/defined.ts';
import { UncountableRowsError, type IndexPlan } from './plan.ts';
import { salariesAt, wantedRanks, type SortedSalaries } from './pick-ranks.ts';
import type { CountedGroup, PickedSalary } from '../../query/engine/pay-group.ts';
import type { LineBuffer, Reading } from './line-buffer.ts';
import { gatheredSalaries } from './line-kernel.ts';
import { matchingRuns, type CountedRun } from './runs.ts';

/**
 * Counts each occupation of the requested family separately, or the requested occupations if there are several
 * families.
 */
export function countOccupations(plan: IndexPlan, reading: Reading): CountedGroup[] {
  const { occupations, siblings } = plan;
  if (occupations === null) return [];
  const shown = siblings === null ? occupations : { codes: [], family: siblings };
  const { lines, runs } = matchingRuns({ ...plan, occupations: shown }, reading);
  return [...Map.groupBy(runs, ({ run }) => run.cbo)].flatMap(([key, ofOccupation]) => {
    const lists = ofOccupation.flatMap((counted) => [...countedSalaries(lines, counted)]);
    const records = lists.reduce((sum, list) => sum + recordsOf(list), 0);
    if (records === 0) return [];
    const total = lists.reduce((sum, list) => sum + totalOf(list), 0);
    if (total > Number.MAX_SAFE_INTEGER) {
      throw new UncountableRowsError('All salaries together are beyond what is counted exactly.');
    }
    const ranks = wantedRanks(records, plan.designEffect);
    const salaries = salariesAt(lists, ranks);
    const picked = ranks.map((rank, at): PickedSalary => [defined(salaries[at]), rank, rank]);
    return [{ key, records, total: BigInt(total), picked }];
  });
}

/** The salaries of a run's lines that count. If all lines count, only the distinct salaries are read. */
function* countedSalaries(
  lines: LineBuffer,
  { run, zones }: CountedRun,
): Generator<SortedSalaries> {
  if (lines.areWhole(run)) {
    yield run.salaries.counted(zones.from, zones.to);
    return;
  }
  for (const { from, to } of lines.pieces(zones)) {
    run.salaries.readLines(from, to, 0);
    lines.read(run, from, to);
    // The next piece overwrites the kernel's memory.
    yield { salaries: gatheredSalaries([{ from: 0, to: lines.length }]).slice(), upTo: null };
  }
}

const recordsOf = ({ salaries, upTo }: SortedSalaries): number =>
  upTo === null ? salaries.length : (upTo.at(-1) ?? 0);

/** The sum of the salaries in centavos. */
function totalOf({ salaries, upTo }: SortedSalaries): number {
  let [total, before] = [0, 0];
  for (let at = 0; at < salaries.length; at++) {
    const records = upTo === null ? at + 1 : defined(upTo[at]);
    total += (records - before) * defined(salaries[at]);
    before = records;
  }
  return total;
}
