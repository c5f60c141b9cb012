import { describe, expect, test } from 'vitest';
import { withRanks, type RankedDistribution } from '../../../shared/statistics/percentile.ts';
import { histogramOf } from '../../../shared/statistics/histogram.ts';
import { distributionChart } from './distribution-panel.tsx';
import { placeLabels, type Marker } from './marker-labels.ts';
import { located, readPosition, type Position } from './reading.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function uniform(from: number, to: number, step: number, each = 1) {
  const centavos = Array.from(
    { length: (to - from) / step + 1 },
    (_, index) => from + index * step,
  );
  return withRanks({ centavos, counts: centavos.map(() => each) });
}

describe('histogram', () => {
  test('accounts for every record, inside or outside of the window', () => {
    const distribution = withRanks({
      centavos: [1, 151_800, 160_000, 175_050, 200_000, 350_000, 91_520_000],
      counts: [3, 400, 120, 80, 300, 90, 2],
    });
    const { bins, below, above } = histogramOf(distribution);
    const inside = bins.reduce((sum, bin) => sum + bin.count, 0);
    expect(below + inside + above).toBe(995);
    expect(below).toBe(3);
    expect(above).toBe(2);
  });

  test('has bins of one round width that meet without gaps', () => {
    const { bins, width } = histogramOf(uniform(100_000, 600_000, 100));
    expect(bins.length).toBeGreaterThanOrEqual(8);
    expect(bins.length).toBeLessThanOrEqual(74);
    expect([1, 2, 2.5, 5]).toContain(width / 10 ** Math.floor(Math.log10(width)));
    for (const [index, bin] of bins.entries()) {
      expect(bin.to - bin.from).toBe(width);
      if (index > 0) expect(bin.from).toBe(bins[index - 1]?.to);
    }
  });

  test('draws all of a small sample, but an extreme does not squeeze it', () => {
    expect(histogramOf(uniform(100_000, 200_000, 10_000))).toMatchObject({ below: 0, above: 0 });
    const salaries = [150_000, 160_000, 170_000, 180_000, 190_000, 91_520_000];
    const withExtreme = histogramOf(withRanks({ centavos: salaries, counts: [2, 2, 2, 2, 2, 1] }));
    expect(withExtreme.above).toBe(1);
    expect(withExtreme.bins.at(-1)?.to).toBeLessThan(1_000_000);
  });

  test('of one salary is one bar that holds it', () => {
    const { bins } = histogramOf(withRanks({ centavos: [151_800], counts: [40] }));
    expect(bins).toEqual([{ from: 150_000, to: 160_000, count: 40 }]);
  });
});

test('the legend of the drawing counts the records outside it', () => {
  const middle = { below: 20, upTo: 21 };
  const legendWith = (above: number) => {
    const bins = [{ from: 150_000, to: 160_000, count: 40 }];
    const histogram = { bins, width: 10_000, below: 0, above };
    const salaries = { p10: 1, p25: 1, median: 1, p75: 1, p90: 1 };
    const drawn = { count: 40 + above, ...salaries, histogram, spikes: [], medianRank: middle };
    return plain(distributionChart(drawn, null).chart.legend);
  };
  expect(legendWith(1)).toContain('mas incluído nos cálculos: 1 registro a partir de R$ 1.600,00.');
  expect(legendWith(2)).toContain('mas incluídos nos cálculos: 2 registros a partir de');
});

const read = (distribution: RankedDistribution, position: Position) =>
  readPosition(located(distribution, position), distribution.count);

describe('reading', () => {
  const hundred = uniform(100_000, 199_000, 1000);
  const sentence = (centavos: number) =>
    plain(read(hundred, { kind: 'salary', centavos }).sentence);

  test('of a salary is the share at or below it', () => {
    expect(sentence(167_000)).toBe('R$ 1.670,00 é o percentil 68');
    expect(sentence(167_999)).toBe('R$ 1.679,99 é o percentil 68');
    expect(sentence(99_999)).toBe('R$ 999,99 está abaixo de todos os registros');
    expect(sentence(300_000)).toBe('R$ 3.000,00 está acima de todos os registros');
    expect(sentence(199_000)).toBe('R$ 1.990,00 é o percentil 100');
  });

  test('of a percentile is PERCENTIL.INC', () => {
    const { sentence: text, centavos } = read(hundred, {
      kind: 'percentile',
      tenThousandths: 5000,
    });
    expect(centavos).toBe(149_500);
    expect(plain(text)).toBe('Percentil 50: R$ 1.495,00');
  });

  test('of a salary that many have is a range', () => {
    const tied = withRanks({ centavos: [100_000, 151_800, 300_000], counts: [10, 60, 30] });
    const reading = read(tied, { kind: 'salary', centavos: 151_800 });
    expect(plain(reading.sentence)).toBe('R$ 1.518,00 vai do percentil 10 ao 70');
    expect(plain(reading.detail)).toBe(
      '70,0 % dos registros têm salário até esse valor, e 30,0 % ganham mais. 60,0 % têm exatamente este salário.',
    );
  });
});

const marker = (key: string, centavos: number): Marker => ({
  key,
  label: key,
  centavos,
  isMain: false,
});

const place = (...positions: number[]) =>
  placeLabels(
    positions.map((x) => marker(String(x), x)),
    (each) => each.centavos,
    () => 100,
    600,
  );

describe('labels', () => {
  test('have a row each, in steps down to the right, and above them down to the left', () => {
    expect(place(0, 30, 560, 590).map(({ key, row }) => [key, row])).toEqual([
      ['590', 0],
      ['560', 1],
      ['0', 2],
      ['30', 3],
    ]);
  });

  test('no text meets a text or a line', () => {
    const labels = place(0, 20, 90, 130, 210, 250, 330, 470, 540, 590);
    for (const label of labels) {
      const [from, to] =
        label.side === 'right'
          ? [label.textX, label.textX + 100]
          : [label.textX - 100, label.textX];
      for (const other of labels) {
        if (other === label) continue;
        const isInside = other.x > from && other.x < to;
        // A line begins at its own row and passes every row below.
        expect(isInside && other.row <= label.row, `${other.key} through ${label.key}`).toBe(false);
      }
    }
  });

  test('on a phone, a salary in the middle has its text beside its line', () => {
    const widths = [183, 135, 162];
    const labels = placeLabels(
      [69, 85, 147].map((x, index) => marker(String(index), x)),
      ({ centavos }) => centavos,
      ({ key }) => widths[Number(key)] ?? 0,
      294,
    );
    expect(labels.map(({ side, textX, row }) => [side, textX, row])).toEqual([
      ['right', 75, 0],
      ['right', 91, 1],
      ['right', 153, 2],
    ]);
  });

  test('in a narrow plot stay inside of it, each in a row of its own', () => {
    const narrow = placeLabels(
      [20, 45, 60, 90, 130].map((x) => marker(String(x), x)),
      (each) => each.centavos,
      () => 120,
      240,
    );
    for (const { side, textX } of narrow) {
      const [from, to] = side === 'right' ? [textX, textX + 120] : [textX - 120, textX];
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(240);
    }
    expect(new Set(narrow.map(({ row }) => row)).size).toBe(5);
  });
});
