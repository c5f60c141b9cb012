import { defined } from '../format/numbers.ts';
import { UncountableRowsError } from './plan.ts';
import { pickRanks, wantedRanks } from './pick-ranks.ts';
import type { CountedGroup, PickedSalary } from '../../query/engine/pay-group.ts';
import type { CountedRun } from './bins.ts';
import type { LineBuffer } from './line-buffer.ts';
import { countedPays, kernelRoom } from './line-kernel.ts';
import type { OccupationRun } from './runs.ts';

/** Counts each occupation of some runs separately; each run has lines that may count. */
export function occupationGroups(
  lines: LineBuffer,
  runs: readonly CountedRun<OccupationRun>[],
  designEffect: number,
): CountedGroup[] {
  const byOccupation = Map.groupBy(runs, ({ run }) => run.cbo);
  // One memory for all occupations: new memory takes as long as filling it.
  const pays = new Uint32Array(Math.max(0, ...[...byOccupation.values()].map(linesOf)));
  return [...byOccupation].flatMap(([key, own]) => {
    const { records, total, bounds } = gatherInto(pays, lines, own);
    if (records === 0) return [];
    if (total > Number.MAX_SAFE_INTEGER) {
      throw new UncountableRowsError('All salaries together are beyond what is counted exactly.');
    }
    const ranks = wantedRanks(records, designEffect);
    const salaries = pickRanks(pays, records, ranks, bounds);
    const picked = ranks.map((rank, at): PickedSalary => [defined(salaries[at]), rank, rank]);
    return [{ key, records, total: BigInt(total), picked }];
  });
}

const linesOf = (runs: readonly CountedRun[]) =>
  runs.reduce((sum, { zones }) => sum + zones.to - zones.from, 0);

/** Writes the salaries of the lines of some runs that count to `pays`. Returns their sum in centavos. */
function gatherInto(pays: Uint32Array, lines: LineBuffer, runs: readonly CountedRun[]) {
  let [records, total, lowest, highest] = [0, 0, Infinity, 0];
  // The salaries of a run ascend.
  const add = (own: Uint32Array) => {
    lowest = Math.min(lowest, own[0] ?? Infinity);
    highest = Math.max(highest, own.at(-1) ?? 0);
    pays.set(own, records);
    records += own.length;
    // A sum in a variable of the closure would take memory for each salary.
    let sum = 0;
    for (let at = 0; at < own.length; at++) sum += defined(own[at]);
    total += sum;
  };
  for (const { run, zones } of runs) {
    for (let from = zones.from; from < zones.to; from += lines.atOnce) {
      const to = Math.min(zones.to, from + lines.atOnce);
      lines.begin(to - from);
      run.pays.readLines(from, to, 0);
      // If all lines count, only their salaries are read.
      if (lines.areWhole(run)) add(kernelRoom().pay.subarray(0, to - from));
      else {
        lines.read(run, from, to);
        add(countedPays([{ from: 0, to: lines.length }]));
      }
    }
  }
  return { records, total, bounds: [lowest, highest] as const };
}
