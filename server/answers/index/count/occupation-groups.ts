import { defined } from '../format/defined.ts';
import { UncountableRowsError } from './plan.ts';
import { pickRanks, wantedRanks } from './pick-ranks.ts';
import type { CountedGroup, PickedSalary } from '../../query/engine/pay-group.ts';
import type { CountedRun } from './bins.ts';
import { countedPass } from './filter-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { Run, Zones } from './runs.ts';

/** Counts each occupation of some runs separately; each run has lines that may count. */
export function occupationGroups(
  lines: LineBuffer,
  runs: readonly CountedRun[],
  designEffect: number,
): CountedGroup[] {
  const byOccupation = Map.groupBy(runs, ({ run }) => occupationOf(run));
  return [...byOccupation].flatMap(([key, own]) => {
    const { pays, records, total } = gatheredFrom(lines, own);
    if (records === 0) return [];
    if (total > Number.MAX_SAFE_INTEGER) {
      throw new UncountableRowsError('All salaries together are beyond what is counted exactly.');
    }
    const ranks = wantedRanks(records, designEffect);
    const salaries = pickRanks(pays, records, ranks);
    const picked = ranks.map((rank, at): PickedSalary => [defined(salaries[at]), rank, rank]);
    return [{ key, records, total: BigInt(total), picked }];
  });
}

function occupationOf({ cbo }: Run): number {
  if (cbo === null) throw new TypeError('A run sorted by salary has no occupation.');
  return cbo;
}

/** The salaries of lines that count. */
interface Gathered {
  readonly pays: Uint32Array;
  records: number;
  /** Centavos. */
  total: number;
}

function gatheredFrom(lines: LineBuffer, runs: readonly CountedRun[]): Gathered {
  const length = runs.reduce((sum, { zones }) => sum + zones.to - zones.from, 0);
  const pays = defined(runs[0]).run.month.room.take(length);
  const gathered: Gathered = { pays, records: 0, total: 0 };
  for (const { run, zones } of runs) gatherRun(gathered, lines, run, zones);
  return gathered;
}

function gatherRun(gathered: Gathered, lines: LineBuffer, run: Run, { from, to }: Zones): void {
  const { pays, records } = gathered;
  if (lines.areWhole(run)) {
    // All lines count, so only their salaries are read.
    const own = pays.subarray(records, records + to - from);
    run.pays.read(from, to, own);
    gathered.records += own.length;
    for (let at = 0; at < own.length; at++) gathered.total += defined(own[at]);
    return;
  }
  for (let begin = from; begin < to; begin += lines.atOnce) {
    const end = Math.min(to, begin + lines.atOnce);
    lines.begin(end - begin);
    lines.read(run, begin, end);
    run.pays.readLines(begin, end, 0);
    gather(gathered, lines);
  }
}

function gather(gathered: Gathered, { pay, passes, length }: LineBuffer): void {
  const { pays } = gathered;
  let { records, total } = gathered;
  for (let line = 0; line < length; line++) {
    if (passes[line] !== countedPass) continue;
    const own = defined(pay[line]);
    pays[records] = own;
    records++;
    total += own;
  }
  gathered.records = records;
  gathered.total = total;
}
