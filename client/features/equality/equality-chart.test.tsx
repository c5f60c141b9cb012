import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { groupLabel } from '../../../shared/sentences/equality-sentences.ts';
import { paperTheme } from '../../components/charts/chart-theme.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { csvOf, type TableData } from '../../components/charts/table-data.ts';
import { equalityChart, type EqualityChartRow } from './equality-chart.ts';

const sex = (count: number, reais: number | null) => ({
  count,
  median: reais,
  medianInterval: reais === null ? null : { lower: reais - 50, upper: reais + 60 },
  mean: reais,
});
const remainder = {
  difference: -50,
  interval: { lower: -70, upper: -30 },
  ratio: 0.97,
  ratioInterval: { lower: 0.95, upper: 0.99 },
};
const result: EqualityChartRow = {
  key: '5',
  label: groupLabel({ code: '5', name: 'Serviços' }),
  women: sex(40, 1800),
  men: sex(60, 2000),
  withheld: null,
  medianRatio: 0.9,
  meanRatio: 0.9,
  adjusted: {
    raw: remainder,
    women: 30,
    men: 35,
    cells: 4,
    compared: {
      outsideWomen: 0,
      outsideMen: 0,
      matching: { composition: 0, remainder },
      decomposition: { composition: 0, remainder },
    },
  },
};
const withheld: EqualityChartRow = {
  ...result,
  key: '0',
  label: '0 · Militares',
  women: sex(2, null),
  withheld: 'mulheres',
  medianRatio: null,
  meanRatio: null,
  adjusted: null,
};
const withoutComparison: EqualityChartRow = {
  ...result,
  adjusted: result.adjusted && { ...result.adjusted, compared: null },
};
const chart = equalityChart('Por grande grupo', 'Grupo da CBO', [withheld, result]);
const fileOf = ({ table, file = table }: Chart) => file;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([360, 1100])('a row has its marks, or the reason why it has none, %d wide', (width) => {
  const { picture, marks } = chart.draw(width, paperTheme);
  const svg = plain(renderToStaticMarkup(<svg>{picture}</svg>));
  expect(svg.match(/<circle/g)).toHaveLength(1);
  expect(svg.match(/<rect/g)).toHaveLength(1);
  for (const text of ['90,0 %', '>40 + 60', 'menos de 5 mulheres', 'poucos: 2 + 60', 'iguais']) {
    expect(svg).toContain(text);
  }
  expect(marks.map(({ key }) => key)).toEqual(['0', '5']);
  expect(plain(marks[1]?.name ?? '')).toBe(
    '5 · Serviços: mediana 90,0 %, média 90,0 %; no mesmo trabalho 97,0 % (95 %: 95,0 % a 99,0 %); 40 mulheres e 60 homens',
  );
});

const withInterval = (upper: number, count = 40) => ({
  ...withoutComparison,
  women: { ...result.women, count, medianInterval: { lower: 1750, upper } },
  men: { ...result.men, medianInterval: { lower: 1930, upper: 2060 } },
});

/** The note and the name of a drawn row, the chart's summary, and its file. */
function textsOf(row: EqualityChartRow) {
  const { draw, summary, table } = equalityChart('Por família', 'Grupo', [row]);
  const { marks, picture } = draw(1100, paperTheme);
  const svg = renderToStaticMarkup(<svg>{picture}</svg>);
  const note = />([^<]*\d \+ \d[^<]*)</.exec(svg)?.[1] ?? '';
  return [note, marks[0]?.name ?? '', summary, csvOf(table)].map(plain);
}

test('a row states that the difference of its medians may be chance', () => {
  // 1,800 and 2,000: −200 + √(190² + 70²) = 2.48; with 180 instead of 190 it is −6.87.
  const [note, name, summary, file] = textsOf(withInterval(1990));
  expect(note).toBe('pode ser acaso: 40 + 60');
  expect(name).toContain('mediana 90,0 % (pode ser acaso), média 90,0 %;');
  expect(summary).toBe('Por família. 5 · Serviços: 90,0 % (pode ser acaso).');
  expect(file).toContain(';90,00;pode ser acaso;');
  const [noteBeyond, nameBeyond, ...beyond] = textsOf(withInterval(1980));
  expect([noteBeyond, nameBeyond].join()).not.toContain('acaso');
  expect(beyond.join()).not.toMatch(/90,0 % \(pode|;pode/);
  expect(textsOf(withInterval(1990, 29))[0]).toBe('poucos: 29 + 60');
});

test('ratios that lie close together have an axis without equal labels', () => {
  const close = [0.981, 1.002].map((ratio) => ({
    ...withoutComparison,
    key: String(ratio),
    medianRatio: ratio,
    meanRatio: ratio,
  }));
  const { picture } = equalityChart('Por raça', 'Raça', close).draw(1100, paperTheme);
  const svg = plain(renderToStaticMarkup(<svg>{picture}</svg>));
  const labels = svg.match(/(?<=>)[\d,]+ %(?=<)/g) ?? [];
  const axis = labels.filter((label) => !['98,1 %', '100,2 %'].includes(label));
  expect(axis.length).toBeGreaterThan(2);
  expect(new Set(axis).size).toBe(axis.length);
});

const number = (tag: string, name: string) =>
  Number(new RegExp(` ${name}="([\\d.]+)"`).exec(tag)?.[1]);

test.each([360, 1100])('no line of the axis crosses a reason, %d wide', (width) => {
  const svg = renderToStaticMarkup(<svg>{chart.draw(width, paperTheme).picture}</svg>);
  const [reason = ''] = /<text[^>]*>menos de 5 mulheres/.exec(svg) ?? [];
  const baseline = number(reason, 'y');
  const upright = [...svg.matchAll(/<line[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => number(tag, 'x1') === number(tag, 'x2') && / y1="/.test(tag));
  expect(upright.length).toBeGreaterThan(0);
  for (const tag of upright) {
    expect(number(tag, 'y2') < baseline - 12 || number(tag, 'y1') > baseline + 3, tag).toBe(true);
  }
});

test('the notes state whom Igualdade does not count: its total differs from that of a search', () => {
  const [, data = ''] = fileOf(chart).notes ?? [];
  expect(data).toContain('sem sexo ou ocupação (código 999999), que a pesquisa conta');
});

test('the file has every figure of a row, and the reason where there is none', () => {
  const [header = '', first = '', second = ''] = csvOf(fileOf(chart)).split('\r\n');
  expect(header).toContain('Grupo da CBO;Mulheres;Homens;Mediana das mulheres (R$)');
  expect(first).toMatch(
    /^0 · Militares;2;60;;;;2000,00;1950,00;2060,00;;.*;Sem comparação: menos de 5 mulheres\.$/,
  );
  expect(second).toContain(
    '5 · Serviços;40;60;1800,00;1750,00;1860,00;2000,00;1950,00;2060,00;90,00;;',
  );
});

test('a race names its own minimum', () => {
  const race = { ...withoutComparison, withheld: 'ambos', minRecords: 30 } as const;
  expect(csvOf(fileOf(equalityChart('Por raça', 'Raça', [race])))).toContain(
    'Sem comparação: menos de 30 mulheres e de 30 homens.',
  );
});

test('a row without a comparison for the same work states why', () => {
  const shown = equalityChart('Por grande grupo', 'Grupo da CBO', [withoutComparison]);
  expect(csvOf(fileOf(shown)).split('\r\n')[1]).toBe(
    '5 · Serviços;40;60;1800,00;1750,00;1860,00;2000,00;1950,00;2060,00;90,00;;1800,00;2000,00;90,00;;;;;;;30;35;Sem comparação no mesmo trabalho: há poucas pessoas comparáveis, ou o resultado revelaria um grupo pequeno.',
  );
});

const chartOf = (row: EqualityChartRow) => equalityChart('Grupos', 'Grupo da CBO', [row]);
const headersOf = ({ columns }: TableData) => columns.map(({ header }) => header);

test('without ratios the table has only the columns that have a value', () => {
  const incomplete = { ...result, medianRatio: null, meanRatio: null, adjusted: null };
  expect(headersOf(chartOf(incomplete).table)).toEqual([
    'Grupo da CBO',
    'Mulheres',
    'Homens',
    'Mediana das mulheres',
    'Mediana dos homens',
    'Por que não há comparação',
  ]);
  expect(headersOf(chartOf(result).table)).toContain('No mesmo trabalho (Ñopo)');
  // An earlier receipt has no intervals of the medians.
  const { medianInterval: _, ...women } = result.women;
  expect(headersOf(chartOf({ ...result, women }).table)).not.toContain('Diferença das medianas');
});

test('the bounds of an interval say whose they are', () => {
  const bounds = headersOf(fileOf(chartOf(result))).filter((header) =>
    /\b(de|até) ?(\(95|$)/.test(header),
  );
  expect(bounds.map(plain)).toEqual([
    'Mediana das mulheres: de (95 %)',
    'Mediana das mulheres: até (95 %)',
    'Mediana dos homens: de (95 %)',
    'Mediana dos homens: até (95 %)',
    'Ñopo: de (95 %)',
    'Ñopo: até (95 %)',
    'Kitagawa: de (95 %)',
    'Kitagawa: até (95 %)',
  ]);
});

test('each column and sentence has its own figure', () => {
  const other = { ...remainder, ratio: 0.96, ratioInterval: { lower: 0.94, upper: 0.98 } };
  const row: EqualityChartRow = {
    ...result,
    women: { ...result.women, mean: 1900 },
    men: { ...result.men, mean: 2100 },
    meanRatio: 0.905,
    adjusted: result.adjusted && {
      ...result.adjusted,
      compared: {
        outsideWomen: 0,
        outsideMen: 0,
        matching: { composition: 0, remainder },
        decomposition: { composition: 0, remainder: other },
      },
    },
  };
  const own = equalityChart('Por grande grupo', 'Grupo da CBO', [withheld, row]);
  const cells = [
    ['5 · Serviços', 40, 60, 1800, 1750, 1860, 2000, 1950, 2060, 0.9, null],
    [1900, 2100, 0.905],
    [0.97, 0.95, 0.99, 0.96, 0.94, 0.98, 30, 35],
  ].flat();
  expect(fileOf(own).rows[1]).toEqual([...cells, null]);
  // On screen are neither the columns of the file alone nor the reason, which no row has here.
  const { table } = equalityChart('Por grande grupo', 'Grupo da CBO', [row]);
  expect(table.rows).toEqual([['5 · Serviços', 40, 60, 1800, 2000, 0.9, 0.905, 0.97, 0.95, 0.99]]);
  expect(plain(own.summary)).toBe(
    'Por grande grupo. 0 · Militares: sem comparação; 5 · Serviços: 90,0 %.',
  );
  const nameOf = (one: EqualityChartRow) =>
    plain(equalityChart('', '', [one]).draw(1100, paperTheme).marks[0]?.name ?? '');
  expect(nameOf(row)).toMatch(/mediana 90,0 %, média 90,5 %; no mesmo trabalho 97,0 %/);
  expect(nameOf({ ...row, withheld: 'mulheres', medianRatio: null, adjusted: null })).toBe(
    '5 · Serviços: sem comparação, menos de 5 mulheres; 40 mulheres e 60 homens',
  );
  expect(nameOf({ ...withoutComparison, meanRatio: null })).toBe(
    '5 · Serviços: mediana 90,0 %; 40 mulheres e 60 homens',
  );
});
