import type { CountedGroup } from '../counting/count-rows.ts';
import { wantedRanks } from '../counting/wanted-ranks.ts';
import type { PickedSalary } from '../panels/pay-group.ts';
import type { CountedRun } from './bins.ts';
import { countedPass } from './filter-tables.ts';
import type { LineBuffer } from './line-buffer.ts';
import { pickRanks } from './pick-ranks.ts';

const linesAtOnce = 1_000_000;

/** Counts each occupation of some runs by itself. */
export function occupationGroups(lines: LineBuffer, runs: readonly CountedRun[]): CountedGroup[] {
  const byOccupation = Map.groupBy(runs, ({ run }) => run.cbo ?? 0);
  return [...byOccupation].flatMap(([key, own]) => {
    const pays = new Uint32Array(own.reduce((sum, { zones }) => sum + zones.to - zones.from, 0));
    let records = 0;
    for (const run of own) records = gather(lines, run, { pays, found: records });
    if (records === 0) return [];
    let total = 0;
    for (let at = 0; at < records; at++) total += pays[at] ?? 0;
    const ranks = wantedRanks(records);
    const salaries = pickRanks(pays, records, ranks);
    const picked = ranks.map((rank, at): PickedSalary => [salaries[at] ?? 0, rank, rank]);
    return [{ key, records, total: BigInt(total), picked }];
  });
}

function gather(
  lines: LineBuffer,
  { run, zones }: CountedRun,
  into: { readonly pays: Uint32Array; readonly found: number },
): number {
  const { month, order, pays } = run;
  let { found } = into;
  for (let from = zones.from; from < zones.to; from += linesAtOnce) {
    const to = Math.min(zones.to, from + linesAtOnce);
    lines.begin(to - from);
    lines.read({ file: month.file, order, codes: month.codes }, from, to);
    pays.read(from, to, lines.pay.subarray(0, to - from));
    found = gatherPassing(lines, { ...into, found });
  }
  return found;
}

function gatherPassing(
  { pay, passes, length }: LineBuffer,
  into: { readonly pays: Uint32Array; readonly found: number },
): number {
  const { pays } = into;
  let { found } = into;
  for (let line = 0; line < length; line++) {
    if (passes[line] !== countedPass) continue;
    pays[found] = pay[line] ?? 0;
    found++;
  }
  return found;
}
