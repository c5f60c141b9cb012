import { percentile } from '../../../../shared/statistics/percentile.ts';
import type { HoursBridge } from '../../../../shared/sentences/hours-bridge.ts';
import type { KnownMarket } from './market-ladder.ts';
import type { PlacedPerson } from './placed-people.ts';

/** The two medians of one occupation and state: the one with the most people among those whose medians differ. */
export interface RollBridge extends HoursBridge {
  /** Six digits. */
  readonly code: string;
  readonly uf: string;
}

/** A person's occupation and state. */
type BridgedPerson = Pick<PlacedPerson, 'code'> & {
  readonly person: Pick<PlacedPerson['person'], 'uf'>;
};

/** The bridge of a payroll; null if no occupation of its people has two medians that differ. */
export function hoursBridgeOf(
  placed: readonly BridgedPerson[],
  market: KnownMarket,
): RollBridge | null {
  const people = new Map<string, { code: string; uf: string; count: number }>();
  for (const { code, person } of placed) {
    if (code === null || person.uf === null) continue;
    const key = `${code} ${person.uf}`;
    const known = people.get(key) ?? { code, uf: person.uf, count: 0 };
    people.set(key, { ...known, count: known.count + 1 });
  }
  for (const { code, uf } of [...people.values()].toSorted((a, b) => b.count - a.count)) {
    const ask = { family: code.slice(0, 4), place: { kind: 'uf', uf } } as const;
    const cell = market.cell(ask, code, null);
    const payroll = cell && percentile(cell.distribution, 5000);
    if (cell?.searchMedian === undefined || payroll == null || payroll === cell.searchMedian)
      continue;
    return { code, uf, search: cell.searchMedian, payroll };
  }
  return null;
}
