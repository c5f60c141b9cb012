import { defined } from '../format/numbers.ts';
import { UncountableRowsError } from './plan.ts';
import { pickRanks, wantedRanks } from './pick-ranks.ts';
import type { CountedGroup, PickedSalary } from '../../query/engine/pay-group.ts';
import type { CountedRun } from './bins.ts';
import type { LineBuffer } from './line-buffer.ts';
import { countedPays } from './line-kernel.ts';
import type { OccupationRun } from './runs.ts';

/** Counts each occupation of some runs separately; each run has lines that may count. */
export function occupationGroups(
  lines: LineBuffer,
  runs: readonly CountedRun<OccupationRun>[],
  designEffect: number,
): CountedGroup[] {
  const byOccupation = Map.groupBy(runs, ({ run }) => run.cbo);
  return [...byOccupation].flatMap(([key, own]) => {
    const { pays, records, total, bounds } = gatheredFrom(lines, own);
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

/** The salaries of the lines of some runs that count, and their sum in centavos. */
function gatheredFrom(lines: LineBuffer, runs: readonly CountedRun<OccupationRun>[]) {
  const length = runs.reduce((sum, { zones }) => sum + zones.to - zones.from, 0);
  const pays = defined(runs[0]).run.month.room.take(length);
  let [records, total, lowest, highest] = [0, 0, Infinity, 0];
  // The salaries of a run ascend.
  const add = (own: Uint32Array) => {
    lowest = Math.min(lowest, own[0] ?? Infinity);
    highest = Math.max(highest, own.at(-1) ?? 0);
    pays.set(own, records);
    for (let at = 0; at < own.length; at++) total += defined(own[at]);
    records += own.length;
  };
  for (const { run, zones } of runs) {
    if (lines.areWhole(run)) {
      // All lines count, so only their salaries are read.
      add(run.pays.between(zones.from, zones.to));
      continue;
    }
    for (let from = zones.from; from < zones.to; from += lines.atOnce) {
      const to = Math.min(zones.to, from + lines.atOnce);
      lines.begin(to - from);
      lines.read(run, from, to);
      run.pays.readLines(from, to, 0);
      add(countedPays([{ from: 0, to: lines.length }]));
    }
  }
  return { pays, records, total, bounds: [lowest, highest] as const };
}
