import { defined } from '../format/numbers.ts';
import { UncountableRowsError, type IndexPlan } from './plan.ts';
import { pickRanks, wantedRanks } from './pick-ranks.ts';
import type { CountedGroup, PickedSalary } from '../../query/engine/pay-group.ts';
import type { LineBuffer, Reading } from './line-buffer.ts';
import { countedPays, kernelRoom } from './line-kernel.ts';
import { matchingRuns, type CountedRun } from './runs.ts';

/**
 * Counts each occupation of the requested family separately, or the requested occupations if there are several
 * families.
 */
export function countOccupations(plan: IndexPlan, reading: Reading): CountedGroup[] {
  const { occupations, siblings } = plan;
  if (occupations === null) return [];
  const shown = siblings === null ? occupations : { codes: [], family: siblings };
  const { lines, runs } = matchingRuns(plan, reading, shown);
  const byOccupation = Map.groupBy(runs, ({ run }) => run.cbo);
  // One memory for all occupations: new memory takes as long as filling it.
  const pays = new Uint32Array(Math.max(0, ...[...byOccupation.values()].map(linesOf)));
  return [...byOccupation].flatMap(([key, own]) => {
    const { records, total, bounds } = gatherInto(pays, lines, own);
    if (records === 0) return [];
    if (total > Number.MAX_SAFE_INTEGER) {
      throw new UncountableRowsError('All salaries together are beyond what is counted exactly.');
    }
    const ranks = wantedRanks(records, plan.designEffect);
    const salaries = pickRanks(pays.subarray(0, records), ranks, bounds);
    const picked = ranks.map((rank, at): PickedSalary => [defined(salaries[at]), rank, rank]);
    return [{ key, records, total: BigInt(total), picked }];
  });
}

const linesOf = (runs: readonly CountedRun[]) =>
  runs.reduce((sum, { zones }) => sum + zones.to - zones.from, 0);

/** Writes the salaries of the lines of some runs that count to `pays`. Returns their sum in centavos. */
function gatherInto(pays: Uint32Array, lines: LineBuffer, runs: readonly CountedRun[]) {
  let [records, total, lowest, highest] = [0, 0, Infinity, 0];
  for (const { run, zones } of runs) {
    for (const { from, to } of lines.pieces(zones)) {
      run.pays.readLines(from, to, 0);
      let own: Uint32Array = kernelRoom().pay.subarray(0, to - from);
      // If all lines count, only their salaries are read.
      if (!lines.areWhole(run)) {
        lines.read(run, from, to);
        own = countedPays([{ from: 0, to: lines.length }]);
      }
      // The salaries of a run ascend.
      lowest = Math.min(lowest, own[0] ?? Infinity);
      highest = Math.max(highest, own.at(-1) ?? 0);
      pays.set(own, records);
      records += own.length;
      for (let at = 0; at < own.length; at++) total += defined(own[at]);
    }
  }
  return { records, total, bounds: [lowest, highest] as const };
}
