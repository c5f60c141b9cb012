import { expect, test } from 'vitest';
import { EqualityFigures, type EqualityRow } from '../contracts/equality.ts';
import { differingFigures, equalityFigures, movedMedians } from './equality-sentences.ts';

const sex = (count: number, reais: number | null) => ({ count, median: reais, mean: reais });
const row = (code: string, changes: Partial<EqualityRow> = {}): EqualityRow => ({
  code,
  name: code === '' ? null : 'Serviços',
  women: sex(40, 1800),
  men: sex(60, 2000),
  withheld: null,
  medianRatio: 0.9,
  meanRatio: 0.9,
  adjusted: null,
  ...changes,
});
const few = {
  women: sex(2, null),
  withheld: 'mulheres',
  medianRatio: null,
  meanRatio: null,
} as const;

test('a group without a comparison states its counts, the reason and the amounts that are published', () => {
  const results = equalityFigures({ whole: row('5', few), rows: [] });
  expect(results.map(({ label, text }) => `${label} = ${text}`.replaceAll('\u00a0', ' '))).toEqual([
    '5 · Serviços: Mulheres = 2',
    '5 · Serviços: Homens = 60',
    '5 · Serviços: Por que não há comparação = Sem comparação: menos de 5 mulheres.',
    '5 · Serviços: Mediana dos homens = R$ 2.000,00',
    '5 · Serviços: Média dos homens = R$ 2.000,00',
  ]);
});

const around = (reais: number) => ({ lower: reais - 50, upper: reais + 25.5 });
const withIntervals = (code: string) =>
  row(code, {
    women: { ...sex(40, 1800), medianInterval: around(1800) },
    men: { ...sex(60, 2000), medianInterval: around(2000) },
  });

test('the intervals of the medians follow them, and an earlier receipt agrees without them', () => {
  const now = { whole: withIntervals(''), rows: [] };
  const texts = equalityFigures(now).map(({ name, text }) =>
    `${name} = ${text}`.replaceAll('\u00a0', ' '),
  );
  expect(texts.slice(2, 6)).toEqual([
    'Mediana das mulheres = R$ 1.800,00',
    'Mediana das mulheres (95 %) = R$ 1.750,00 a R$ 1.825,50',
    'Mediana dos homens = R$ 2.000,00',
    'Mediana dos homens (95 %) = R$ 1.950,00 a R$ 2.025,50',
  ]);
  const earlier = EqualityFigures.parse({ whole: row(''), rows: [] });
  expect(differingFigures(earlier, now)).toEqual([]);
  expect(movedMedians(earlier, now)).toEqual([]);
});

test('lists only figures whose printed text differs, and those that one of two answers lacks', () => {
  const before = { whole: row(''), rows: [row('5')] };
  const rounded = { whole: row('', { medianRatio: 0.9 + 1e-12 }), rows: [row('5')] };
  expect(movedMedians(before, rounded)).toEqual([]);
  const now = { whole: row(''), rows: [row('5', { medianRatio: 0.85 }), row('9')] };
  const moved = movedMedians(before, now);
  expect(moved[0]).toEqual({
    label: '5 · Serviços: Razão das medianas',
    stored: '90,0\u00a0%',
    now: '85,0\u00a0%',
  });
  expect(moved.slice(1).map(({ label, stored }) => [label.slice(0, 2), stored])).toEqual(
    Array.from({ length: 5 }, () => ['9 ', '—']),
  );
  // The group that left has figures only before.
  expect(
    movedMedians(now, before).map(({ label, now: after }) => [label.slice(0, 2), after]),
  ).toEqual([['5 ', '90,0\u00a0%'], ...Array.from({ length: 5 }, () => ['9 ', '—'])]);
});

test('a check compares what both answers show: another rule of suppression changes nothing', () => {
  const without = sex(40, 1800);
  const before = { whole: row('', { women: { ...without, mean: null } }), rows: [row('5')] };
  const now = { whole: row(''), rows: [row('5', { women: { ...without, mean: null } })] };
  expect(differingFigures(before, now)).toEqual([]);
  const other = { whole: row(''), rows: [row('5', { women: sex(40, 1900) })] };
  expect(differingFigures(before, other).map(({ label }) => label)).toEqual([
    '5 · Serviços: Mediana das mulheres',
    '5 · Serviços: Média das mulheres',
  ]);
});

const estimate = { difference: -50, interval: null, ratio: 0.97, ratioInterval: null };
const adjusted = { raw: estimate, women: 40, men: 60, cells: 4, compared: null };

test('the figures of the means and of the same work follow those of the medians', () => {
  const remainder = { ...estimate, interval: { lower: -70, upper: -30 } };
  const parts = { composition: -10, remainder };
  const compared = { outsideWomen: 5, outsideMen: 0, matching: parts, decomposition: parts };
  const whole = row('', { adjusted: { ...adjusted, compared } });
  const found = equalityFigures({ whole, rows: [] }).slice(5);
  expect(found.map(({ name, text }) => `${name} = ${text}`.replaceAll('\u00a0', ' '))).toEqual([
    'Média das mulheres = R$ 1.800,00',
    'Média dos homens = R$ 2.000,00',
    'Razão das médias = 90,0 %',
    'Diferença das médias = −R$ 50,00',
    'Mulheres comparadas = 40',
    'Homens comparados = 60',
    'Células comparadas = 4',
    'Mulheres sem par = +R$ 5,00',
    'Homens sem par = R$ 0,00',
    ...['Ñopo', 'Kitagawa–Oaxaca–Blinder'].flatMap((name) => [
      `Resta no mesmo trabalho (${name}) = −R$ 50,00 (95 %: −R$ 70,00 a −R$ 30,00)`,
      `Mulheres / homens no mesmo trabalho (${name}) = 97,0 %`,
      `Composição dos comparados (${name}) = −R$ 10,00`,
    ]),
  ]);
});

test('two releases are compared by counts and medians, without means', () => {
  const before = { whole: row('', { adjusted }), rows: [] };
  // One more woman: (41 × mean) − (40 × 1,800) would be her salary.
  const women = { count: 41, median: 1810, mean: 1850 };
  const raw = { ...estimate, difference: -30 };
  const now = {
    whole: row('', {
      women,
      men: { count: 61, median: 2000, mean: 2010 },
      medianRatio: 0.905,
      meanRatio: 0.925,
      adjusted: { ...adjusted, women: 41, raw },
    }),
    rows: [],
  };
  expect(movedMedians(before, now).map(({ label }) => label)).toEqual([
    'Todas as ocupações: Mulheres',
    'Todas as ocupações: Homens',
    'Todas as ocupações: Mediana das mulheres',
    'Todas as ocupações: Razão das medianas',
  ]);
});

test('an earlier receipt loses ratios that stand without amounts', () => {
  const alone = { ...estimate, difference: null };
  const parts = { composition: null, remainder: alone };
  const compared = { outsideWomen: null, outsideMen: null, matching: parts, decomposition: parts };
  const stored = { whole: { ...row('5'), adjusted: { ...adjusted, compared } }, rows: [] };
  expect(EqualityFigures.parse(stored).whole.adjusted).toEqual(adjusted);
});
