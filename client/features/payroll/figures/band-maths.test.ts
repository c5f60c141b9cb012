import { describe, expect, test } from 'vitest';
import { samplePerson } from '../../../../tests/support/sample-person.ts';
import { withRanks } from '../../../../shared/statistics/percentile.ts';
import type { PlacedPerson } from '../market/placed-people.ts';
import { bandPicture, moneyTicks } from './band-maths.ts';

test('a wide range of salaries has at most six round amounts', () => {
  expect(moneyTicks(95_000, 2_100_000)).toEqual([100_000, 200_000, 500_000, 1_000_000, 2_000_000]);
});

test('a narrow range of salaries has several round amounts too', () => {
  expect(moneyTicks(171_000, 262_500)).toEqual([180_000, 200_000, 220_000, 240_000, 260_000]);
});

test('round amounts at the bounds themselves are included', () => {
  expect(moneyTicks(100_000, 1_000_000)).toEqual([100_000, 200_000, 500_000, 1_000_000]);
  expect(moneyTicks(140_000, 300_000)).toEqual([150_000, 200_000, 300_000]);
});

/** A cell of eleven records, 100 apart: P10 is the second, P25 between the third and fourth, and so on. */
const cellFrom = (key: string, lowest: number) => ({
  key,
  scope: 'ocupacao' as const,
  place: 'brasil' as const,
  code: key,
  placeCode: '',
  distribution: withRanks({
    centavos: Array.from({ length: 11 }, (_, at) => lowest + 100 * at),
    counts: Array.from({ length: 11 }, () => 1),
  }),
  designEffect: 1,
});

const placed = (centavos: number, cell: PlacedPerson['cell']) =>
  samplePerson({ row: centavos, centavos }, { code: cell?.code ?? null, cell });

describe('the picture of the bands', () => {
  const [low, high] = [cellFrom('1', 1000), cellFrom('2', 5000)];

  test('orders cells by median and people by pay, and its axis holds people and bands', () => {
    const people = [
      placed(5200, high),
      placed(1900, low),
      placed(900, low),
      placed(7000, null),
      placed(5100, high),
    ];
    const picture = bandPicture(people);
    expect(picture?.people.map(({ equalised }) => equalised)).toEqual([900, 1900, 5100, 5200]);
    expect(picture?.spans).toEqual([
      { p10: 1100, p25: 1250, p50: 1500, p75: 1750, p90: 1900, from: 0, to: 2 },
      { p10: 5100, p25: 5250, p50: 5500, p75: 5750, p90: 5900, from: 2, to: 4 },
    ]);
    // The lowest pay is below its band, and the highest P90 is above all pay.
    expect(picture).toMatchObject({ lowest: 900, highest: 5900 });
    expect(bandPicture([placed(1500, low), placed(6000, high)])).toMatchObject({
      lowest: 1100,
      highest: 6000,
    });
  });

  test('holds the highest pay of a cell, and has the percentiles to the centavo', () => {
    // Eleven records, R$ 1.000,00 apart.
    const wide = {
      ...low,
      distribution: withRanks({
        centavos: Array.from({ length: 11 }, (_, at) => 1_000_000 + 100_000 * at),
        counts: Array.from({ length: 11 }, () => 1),
      }),
    };
    const picture = bandPicture([2_000_000, 1_200_000, 900_000].map((pay) => placed(pay, wide)));
    expect(picture).toMatchObject({ lowest: 900_000, highest: 2_000_000 });
    expect(picture?.spans).toEqual([
      {
        p10: 1_100_000,
        p25: 1_250_000,
        p50: 1_500_000,
        p75: 1_750_000,
        p90: 1_900_000,
        from: 0,
        to: 3,
      },
    ]);
  });

  test('is none without anyone in a market cell', () => {
    expect(bandPicture([placed(7000, null)])).toBeNull();
    expect(
      bandPicture([
        placed(7000, { ...low, distribution: withRanks({ centavos: [], counts: [] }) }),
      ]),
    ).toBeNull();
  });
});
