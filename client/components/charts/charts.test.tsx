import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type BandPoint, drawBandLine } from './band-line.tsx';
import type { Chart, Draw, Mark } from './chart.ts';
import { paperTheme } from './chart-theme.ts';
import { nearestMark, neighbour } from './chart-canvas.tsx';
import { drawSeriesLines } from './series-lines.tsx';
import { posterOf } from './save-chart.tsx';
import { drawBarRows, inReais, salaryBar, type BarRow } from './bar-rows.tsx';
import { cellText, csvOf, pageTableData, type TableData } from './table-data.ts';
import { textWidth, wrapText } from './wrap-text.ts';

function drawn(draw: Draw, width: number) {
  const drawing = draw(width, paperTheme);
  const svg = renderToStaticMarkup(<svg>{drawing.picture}</svg>);
  return { ...drawing, svg, text: svg.replaceAll(/<[^>]+>/g, ' ').replaceAll('\u00a0', ' ') };
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const at = (key: string, x: number, y: number): Mark => ({
  key,
  name: key,
  box: { x, y, width: 10, height: 10 },
});

const figuresOf = (middle: number | null) => ({
  count: middle === null ? 3 : 40,
  lower: middle === null ? null : middle * 0.9,
  middle,
  upper: middle === null ? null : middle * 1.2,
});

const row = (key: string, label: string, median: number | null): BarRow => {
  const { count, lower: p25, upper: p75 } = figuresOf(median);
  return {
    key,
    label,
    name: `${label}, ${median ?? 'só a contagem'}`,
    bar: salaryBar({ count, p25, median, p75 }),
  };
};

const point = (key: string, middle: number | null): BandPoint => ({
  key,
  label: key,
  ...figuresOf(middle),
  name: `${key}, ${middle ?? 'só a contagem'}`,
  isRequested: true,
});

describe('table and file', () => {
  const table: TableData = {
    caption: 'x',
    columns: [
      { header: 'Nome', format: 'text' },
      { header: 'Registros', format: 'count' },
      { header: 'Mediana', format: 'reais' },
      { header: 'Parte', format: 'share' },
      { header: 'Variação', format: 'percent' },
    ],
    rows: [
      ['Açaí; "roxo"', 12345, 1518.5, 0.12345, -2.5],
      ['=SOMA(A1)', 3, null, 0.5, null],
      ['-1', 0, 1000, 1, 8.346],
    ],
  };

  test('the file opens as a Brazilian spreadsheet opens it, and no text becomes a formula', () => {
    expect(csvOf(table)).toBe(
      '\ufeffNome;Registros;Mediana (R$);Parte (%);Variação (%)\r\n' +
        '"Açaí; ""roxo""";12345;1518,50;12,35;-2,5\r\n' +
        "'=SOMA(A1);3;;50,00;\r\n" +
        "'-1;0;1000,00;100,00;8,35\r\n",
    );
  });

  test('the file has the notes on the method below the rows, one in each line', () => {
    const [first = []] = table.rows;
    const file = csvOf({ ...table, rows: [first], notes: ['Fluxo; não estoque', '=1', '＝1'] });
    const below = ['', '"Fluxo; não estoque"', "'=1", "'＝1", ''];
    expect(file.split('\r\n').slice(2)).toEqual(below);
  });

  test("both ends of a panel's interval are one cell, and a missing one stays missing", () => {
    const page = {
      caption: 'Razão',
      columns: [
        { header: 'Razão', format: 'ratio' as const },
        { header: 'Razão: de (95\u00a0%)', format: 'ratio' as const },
        { header: 'Razão: até (95\u00a0%)', format: 'ratio' as const },
        { header: 'Registros', format: 'count' as const },
      ],
      rows: [
        [0.97, 0.95, 0.99, 40],
        [null, null, null, 4],
      ],
    };
    expect(pageTableData(page)).toEqual({
      caption: 'Razão',
      columns: [
        { header: 'Razão', format: 'ratio' },
        { header: 'Razão (95\u00a0%)', format: 'text' },
        { header: 'Registros', format: 'count' },
      ],
      rows: [
        [0.97, '95,0\u00a0% a 99,0\u00a0%', 40],
        [null, null, 4],
      ],
    });
  });

  test("a panel's months are texts on the screen, and a missing one stays missing", () => {
    const page = {
      caption: 'Valores',
      columns: [
        { header: 'Mês', format: 'month' as const },
        { header: 'Código', format: 'text' as const },
      ],
      rows: [
        ['202307', '202307'],
        [null, null],
      ],
    };
    expect(pageTableData(page)).toEqual({
      caption: 'Valores',
      columns: [
        { header: 'Mês', format: 'text' },
        { header: 'Código', format: 'text' },
      ],
      rows: [
        ['jul/2023', '202307'],
        [null, null],
      ],
    });
  });

  test('a cell shows its value with the unit, and a missing value as a dash', () => {
    expect(plain(cellText(1518.5, 'reais'))).toBe('R$ 1.518,50');
    expect(plain(cellText(0.12345, 'share'))).toBe('12,3 %');
    expect(plain(cellText(-2.5, 'percent'))).toBe('−2,5 %');
    expect(plain(cellText(157, 'percent'))).toBe('157,0 %');
    expect(plain(cellText(-0.04, 'percent'))).toBe('0,0 %');
    expect(cellText(12345, 'count')).toBe('12.345');
    expect(cellText(null, 'reais')).toBe('—');
  });
});

describe('wrapped text', () => {
  test('fits its width, keeps every word, and breaks only what no line can hold', () => {
    const text = 'Comércio; reparação de veículos automotores e motocicletas';
    const lines = wrapText(text, 150);
    expect(lines.join(' ')).toBe(text);
    expect(lines.every((line) => textWidth(line) <= 150)).toBe(true);
    expect(wrapText('a'.repeat(30), 70).join('')).toBe('a'.repeat(30));
    expect(wrapText('', 100)).toEqual(['']);
    // Four characters a line, of which a text counts some as two.
    expect(wrapText(`x${'🔒'.repeat(5)}`, 20)).toEqual(['x🔒🔒🔒', '🔒🔒']);
    expect(wrapText('Brasil · Feminino', 60)).toEqual(['Brasil ·', 'Feminino']);
  });
});

describe('marks', () => {
  const grid = [at('a', 0, 0), at('b', 20, 0), at('c', 0, 20), at('d', 40, 20)];

  test('an arrow key goes to the mark straight ahead, then to one aside, and else to the next in order', () => {
    expect(neighbour(grid, 0, 'right')).toBe(1);
    expect(neighbour(grid, 0, 'down')).toBe(2);
    expect(neighbour(grid, 2, 'right')).toBe(3);
    expect(neighbour(grid, 3, 'up')).toBe(1);
    expect(neighbour(grid, 3, 'down')).toBe(3);
    expect(neighbour(grid, 2, 'left')).toBe(1);
  });

  test('the pointer selects the nearest mark', () => {
    expect(nearestMark(grid, 24, 4)).toBe(1);
    expect(nearestMark(grid, 60, 60)).toBe(3);
  });
});

describe('rows', () => {
  const rows = [
    row('C', 'Indústrias de transformação de nomes compridos que pedem duas ou três linhas', 2000),
    row('T', 'Serviços domésticos', null),
  ];
  for (const width of [296, 500, 900]) {
    test(`say name, median and n, ${width} pixels wide, and have a mark each inside`, () => {
      const { svg, text, height, marks } = drawn(drawBarRows(rows, inReais), width);
      expect(svg).not.toMatch(/NaN|Infinity/);
      expect(text.replaceAll(/\s+/g, ' ')).toContain('R$ 2.000,00');
      expect(text).toMatch(/ 3\sregistros/);
      expect(text).toContain('—');
      expect(svg.match(/<rect/g)).toHaveLength(1);
      expect(marks.map(({ key }) => key)).toEqual(['C', 'T']);
      expect(marks.every(({ box }) => box.y >= 0 && box.y + box.height <= height)).toBe(true);
    });
  }

  test('without any median have no scale', () => {
    const { svg } = drawn(drawBarRows([row('T', 'Serviços domésticos', null)], inReais), 600);
    expect(svg).not.toMatch(/NaN|Infinity|<rect/);
  });

  test('put equal values at equal places: bar ends and median lie on one scale', () => {
    const { svg } = drawn(drawBarRows([row('A', 'A', 1000), row('B', 'B', 1200)], inReais), 900);
    const bars = [...svg.matchAll(/<rect x="([\d.]+)"[^>]*width="([\d.]+)"/g)].map((match) => [
      Number(match[1]),
      Number(match[1]) + Number(match[2]),
    ]);
    const medians = [...svg.matchAll(/<line x1="([\d.]+)"[^>]*stroke-width="2.5"/g)];
    // 900 to 1200 and 1080 to 1440 reais: the first bar ends at the second median.
    expect(bars[0]?.[1]).toBeCloseTo(Number(medians[1]?.[1]), 3);
  });
});

describe('line with a band', () => {
  test('breaks where a month has no median, and still counts it', () => {
    const points = [point('202601', 1800), point('202602', null), point('202603', 1900)];
    const { svg, marks } = drawn(drawBandLine(points), 800);
    expect(svg).not.toMatch(/NaN|Infinity/);
    expect(svg.match(/<circle/g)).toHaveLength(2);
    expect(marks.map(({ name }) => name)[1]).toBe('202602, só a contagem');
    const lines = [...svg.matchAll(/<path d="([^"]*)" fill="none"/g)].map((match) => match[1]);
    expect(lines[0]?.match(/M/g)).toHaveLength(2);
  });

  test('has its last figures beside their month, not beside a later one without figures', () => {
    for (const last of [2000, null]) {
      const points = [point('202601', 1800), point('202602', 1900), point('202603', last)];
      const { svg } = drawn(drawBandLine(points), 800);
      const places = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map((match) => Number(match[1]));
      const label = Number(/<text x="([\d.]+)"[^>]*>mediana</.exec(svg)?.[1]);
      expect(label - (places.at(-1) ?? 0)).toBeLessThan(30);
    }
  });

  test('of one month is one point with its band', () => {
    const { svg, text } = drawn(drawBandLine([point('202601', 1800)]), 300);
    expect(svg).not.toMatch(/NaN|Infinity/);
    expect(text).toContain('R$ 1.800,00');
  });
});

test.each([
  [
    'a line with a band',
    drawBandLine(
      ['202601', '202602'].map((key) => ({
        ...point(key, 1519),
        lower: 1518,
        upper: 1520,
      })),
    ),
  ],
  [
    'bars',
    drawBarRows(
      [
        {
          ...row('A', 'A', 1519),
          bar: salaryBar({ count: 40, p25: 1518, median: 1519, p75: 1520 }),
        },
      ],
      inReais,
    ),
  ],
])('the amounts of a narrow axis are those of their places: %s', (_, draw) => {
  const { text } = drawn(draw, 900);
  expect(text.match(/R\$ 1\.5\d\d(?!,)/g)).toEqual(['R$ 1.518', 'R$ 1.519', 'R$ 1.520']);
});

/** The parts of a compared line that no month without a median divides. */
function linePartsOf(values: (number | null)[]) {
  const names = values.map((_, month) => String(month));
  const { svg } = drawn(drawSeriesLines([{ index: 0, letter: 'A', values }], names), 600);
  return /<path d="([^"]*)" fill="none"/.exec(svg)?.[1]?.match(/M/g)?.length;
}

test('a compared line breaks at a month without a median', () => {
  expect(linePartsOf([1800, 1900, 1850, 2000])).toBe(1);
  expect(linePartsOf([1800, 1900, null, 2000, 2100])).toBe(2);
});

test('a saved picture states its title, subject, query, record count and source', () => {
  const chart: Chart = {
    title: 'Porte da empresa',
    summary: 'Mediana por porte.',
    legend: 'Traço: mediana.',
    draw: drawBarRows([row('M', 'Micro', 1800)], inReais),
    table: { caption: '', columns: [], rows: [] },
  };
  const { picture, height } = posterOf(chart, {
    subject: '521110 - Vendedor',
    query: 'Brasil · jul/2026',
    sample: '40 registros',
    notice: 'Dados incompletos: falta o arquivo principal (MOV) do mês',
    origin: 'Dados sintéticos de demonstração. Versão 3 dos dados.',
  });
  const svg = renderToStaticMarkup(picture);
  for (const text of [
    'Porte da empresa',
    '521110 - Vendedor',
    'Brasil · jul/2026 · 40 registros · Dados incompletos: falta o arquivo principal (MOV) do mês',
    'Dados sintéticos de demonstração. Versão 3 dos dados.',
    'Micro',
    'Traço: mediana.',
  ]) {
    expect(svg).toContain(text);
  }
  expect(svg).not.toContain('var(');
  const lowest = Math.max(
    ...[...svg.matchAll(/<text[^>]* y="([\d.]+)"/g)].map((match) => Number(match[1])),
  );
  expect(lowest).toBeLessThan(height);
});
