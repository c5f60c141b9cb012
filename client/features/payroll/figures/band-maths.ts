import { ticks } from 'd3-array';
import { percentile } from '../../../../shared/statistics/percentile.ts';
import type { FoundCell } from '../market/market-ladder.ts';
import type { PlacedPerson } from '../market/placed-people.ts';

/** Neighbours who are compared with the same cell, from one position to another (exclusive). */
type BandSpan = NonNullable<ReturnType<typeof bandOf>> & {
  readonly from: number;
  readonly to: number;
};

/** Everyone with a market cell, in the chart's order, and the bands behind them. */
export interface BandPicture {
  readonly people: readonly PlacedPerson[];
  readonly spans: readonly BandSpan[];
  /** In centavos: the bounds of the axis, which is logarithmic. */
  readonly lowest: number;
  readonly highest: number;
}

/** The percentiles of a cell, in centavos a month for 44 hours. */
function bandOf({ distribution }: FoundCell) {
  const at = (tenThousandths: number) => percentile(distribution, tenThousandths);
  const [p10, p25, p50, p75, p90] = [at(1000), at(2500), at(5000), at(7500), at(9000)];
  if (p10 === null || p25 === null || p50 === null || p75 === null || p90 === null) return null;
  return { p10, p25, p50, p75, p90 };
}

/** Cells by rising median and, within each, people by rising pay. */
export function bandPicture(placed: readonly PlacedPerson[]): BandPicture | null {
  const groups = Map.groupBy(
    placed.filter(({ cell }) => cell !== null),
    ({ cell }) => cell?.key ?? '',
  );
  const banded = [...groups.values()].flatMap((members) => {
    const cell = members[0]?.cell;
    const band = cell ? bandOf(cell) : null;
    return band === null ? [] : [{ band, members }];
  });
  const ordered = banded.toSorted((a, b) => a.band.p50 - b.band.p50);
  const people: PlacedPerson[] = [];
  const spans: BandSpan[] = [];
  let [lowest, highest] = [Infinity, 0];
  for (const { band, members } of ordered) {
    const from = people.length;
    people.push(...members.toSorted((a, b) => a.equalised - b.equalised));
    spans.push({ ...band, from, to: people.length });
    lowest = Math.min(lowest, band.p10, people[from]?.equalised ?? band.p10);
    highest = Math.max(highest, band.p90, people.at(-1)?.equalised ?? band.p90);
  }
  return people.length === 0 ? null : { people, spans, lowest, highest };
}

const maxTicks = 6;

/** Some round amounts between two bounds, in centavos: more closely spaced ones where the bounds are near each other. */
export function moneyTicks(lowest: number, highest: number): number[] {
  const round: number[] = [];
  for (let power = 10_000; power <= highest * 10; power *= 10) {
    for (const step of [1, 1.5, 2, 3, 5, 7]) round.push(power * step);
  }
  const inside = round.filter((amount) => amount >= lowest && amount <= highest);
  if (inside.length < 3) return ticks(lowest, highest, maxTicks);
  const every = Math.max(1, Math.ceil(inside.length / maxTicks));
  return inside.filter((_, index) => index % every === 0);
}
