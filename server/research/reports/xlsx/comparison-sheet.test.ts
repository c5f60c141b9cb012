import { beforeAll, describe, expect, test } from 'vitest';
import { partial } from '../../../../tests/support/sample-completeness.ts';
import {
  percentileOf,
  salariesOf,
  sheet,
  workbookOf,
} from '../../../../tests/support/sample-workbook.ts';
import { rangeValues } from '../../../../tests/support/workbook-ranges.ts';
import { elements } from '../../../../tests/support/xml.ts';
import { suppressionNote } from '../../../../shared/statistics/suppression-note.ts';
import type { ReadWorkbook } from '../../../../tests/support/workbook-reader.ts';

const gap = ['', '', '', ''];

describe('a comparison', () => {
  const selections = [
    { salaries: salariesOf(900, 1), subject: 'Vendedor' },
    { salaries: salariesOf(350, 2).map((salary) => salary + 50_000), subject: 'Enfermeiro' },
    { salaries: [150_000, 160_000, 170_000], subject: 'Astronauta' },
  ];
  let workbook: ReadWorkbook;
  beforeAll(async () => {
    ({ workbook } = await workbookOf(selections));
  });

  test('has a sheet of its own, with each selection and its difference from the first', () => {
    expect([...workbook.sheets.keys()].slice(0, 3)).toEqual([
      'Resumo',
      'Comparação',
      'Distribuição',
    ]);
    const { rows } = sheet(workbook, 'Comparação');
    const header = rows[4] ?? [];
    const medians = selections.map(({ salaries }) => percentileOf(salaries, 50) / 100);
    expect(rows.slice(5, 8).map((row) => row[header.indexOf('Mediana')])).toEqual([
      medians[0],
      medians[1],
      undefined,
    ]);
    expect(rows.slice(5, 8).map((row) => row[header.indexOf('Registros')])).toEqual([900, 350, 3]);
    const differences = rows.find((row) => row.includes('Mediana: diferença')) ?? [];
    const second = rows[rows.indexOf(differences) + 1] ?? [];
    expect(second[0]).toBe('B · Enfermeiro');
    const difference = Math.round(((medians[1] ?? 0) - (medians[0] ?? 0)) * 100) / 100;
    expect(second[differences.indexOf('Mediana: diferença')]).toBe(difference);
    expect(second[differences.indexOf('Mediana: relativa')]).toBeCloseTo(
      difference / (medians[0] ?? 0),
      9,
    );
    const [lower, upper] = ['de', 'até'].map(
      (end) => second[differences.indexOf(`Mediana: diferença ${end} (95\u00a0%)`)],
    );
    expect(lower).toBeLessThan(difference);
    expect(upper).toBeGreaterThan(difference);
  });

  test('has the figures, the differences, what they mean and a chart, one below the other', () => {
    const { rows, xml } = sheet(workbook, 'Comparação');
    expect(rows.slice(4).map(([first = '']) => first)).toEqual([
      'Seleção',
      'A · Vendedor',
      'B · Enfermeiro',
      'C · Astronauta',
      '',
      'Diferenças em relação a A · Vendedor',
      'Seleção',
      'B · Enfermeiro',
      'C · Astronauta',
      '',
      expect.stringContaining('Zou e Donner'),
      suppressionNote,
    ]);
    const pane = { state: 'frozen', xSplit: '1', ySplit: '5' };
    expect(elements(xml, 'pane')[0]?.attributes).toMatchObject(pane);
    expect(workbook.charts.map(({ references }) => references.slice(0, 3))).toContainEqual([
      'Comparação!$F$5',
      'Comparação!$A$6:$A$8',
      'Comparação!$F$6:$F$8',
    ]);
    expect(rows[4]?.[5]).toBe('Q1');
  });

  test('has the columns of each selection side by side', () => {
    expect(sheet(workbook, 'Resumo').rows[4]).toEqual(['Números', 'A', 'B', 'C']);
    const { rows } = sheet(workbook, 'Porte');
    expect(rows[4]?.filter((label) => label !== '')).toEqual([
      'A · Vendedor',
      'B · Enfermeiro',
      'C · Astronauta',
    ]);
    expect(rows[5]?.filter((header) => header === 'Mediana')).toHaveLength(3);
    expect(rows[6]?.filter((value) => value === 1700)).toHaveLength(3);
  });

  test('has the distribution of each selection that has enough records', () => {
    const { rows } = sheet(workbook, 'Distribuição exata');
    expect(rows[7]).toEqual([
      'A · Vendedor',
      '',
      '',
      '',
      '',
      'B · Enfermeiro',
      ...gap,
      'C · Astronauta',
    ]);
    const counts = (column: number) =>
      rows.slice(9).reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
    expect([counts(1), counts(6), counts(11)]).toEqual([900, 350, 0]);
  });

  test('says of each record whose it is, and has none of three', () => {
    const { rows } = sheet(workbook, 'Registros');
    const labels = rows.slice(5).map(([label]) => label);
    expect(labels).toEqual([...Array(900).fill('A'), ...Array(350).fill('B')]);
  });

  test('draws charts of cells that hold figures', () => {
    expect(workbook.charts.flatMap(({ references }) => references).length).toBeGreaterThan(0);
    for (const { references } of workbook.charts) {
      for (const reference of references) {
        expect(
          rangeValues(workbook, reference).some((value) => value !== ''),
          reference,
        ).toBe(true);
      }
    }
  });
});

test('a workbook names incomplete data on each sheet, and gives no difference of them', async () => {
  const salaries = salariesOf(300, 1);
  const { workbook } = await workbookOf([
    { salaries, subject: 'Vendedor' },
    {
      salaries: salaries.map((salary) => salary + 50_000),
      subject: 'Caixa',
      completeness: partial,
    },
  ]);
  const title = 'Dados incompletos: falta o arquivo principal (MOV) de meses da seleção B';
  for (const [name, { rows }] of workbook.sheets) {
    expect(
      rows.flat().some((cell) => String(cell).includes(title)),
      name,
    ).toBe(true);
  }
  const { rows } = sheet(workbook, 'Comparação');
  const header = rows.find((row) => row.includes('Mediana: diferença')) ?? [];
  const second = rows[rows.indexOf(header) + 1] ?? [];
  expect(second[header.indexOf('Mediana: diferença')] ?? null).toBeNull();
  expect(rows.flat().some((cell) => String(cell).includes('MOV'))).toBe(true);
});

test('a workbook names the selections of one occupation by the parts that only some have', async () => {
  const salaries = salariesOf(300, 1);
  const { workbook } = await workbookOf(
    ['SP', 'MG'].map((uf) => ({ salaries, subject: 'Vendedor', parts: [uf, 'Admissões'] })),
  );
  for (const name of ['Comparação', 'Porte']) {
    expect(sheet(workbook, name).rows.flat(), name).toEqual(
      expect.arrayContaining(['A · Vendedor · SP', 'B · Vendedor · MG']),
    );
  }
});

test('a workbook says why a difference has no interval', async () => {
  const { workbook } = await workbookOf([
    { salaries: Array(300).fill(151_800), subject: 'Vendedor' },
    { salaries: Array(300).fill(160_000), subject: 'Caixa' },
    { salaries: Array(400).fill(151_800), subject: 'Padeiro' },
  ]);
  const said = sheet(workbook, 'Comparação').rows.map(([cell]) => String(cell));
  const plain = said.map((text) => text.replaceAll('\u00a0', ' '));
  expect(plain).toContain(
    'B · Caixa: sem intervalo, porque há muitos salários iguais a R$ 1.518,00 e R$ 1.600,00. A diferença pode ser acaso.',
  );
  const { rows } = sheet(workbook, 'Comparação');
  const header = rows.find((row) => row.includes('Mediana: ressalva')) ?? [];
  const doubt = header.indexOf('Mediana: ressalva');
  const doubts = rows.slice(rows.indexOf(header) + 1, rows.indexOf(header) + 3);
  expect(doubts.map((row) => row[doubt])).toEqual(
    Array(2).fill('pode ser acaso: salários repetidos'),
  );
  // The medians are equal: there is no difference.
  expect(plain).toContain(
    'C · Padeiro: sem intervalo, porque há muitos salários iguais a R$ 1.518,00.',
  );
});

test('a workbook states which differences are of few records, and notes their outer percentiles', async () => {
  const { workbook } = await workbookOf([
    { salaries: salariesOf(300, 1), subject: 'Vendedor' },
    { salaries: salariesOf(300, 3).map((salary) => salary + 50_000), subject: 'Enfermeiro' },
    { salaries: salariesOf(29, 3), subject: 'Caixa' },
  ]);
  const { rows } = sheet(workbook, 'Comparação');
  const at = rows.findIndex((row) => row.includes('Mediana: ressalva'));
  const doubt = rows[at]?.indexOf('Mediana: ressalva') ?? -1;
  expect(rows.slice(at + 1, at + 3).map((row) => row[doubt] ?? null)).toEqual([
    null,
    'poucos registros',
  ]);
  const note = 'P10 e P90 incertos: menos de 10 registros além deles.';
  expect(sheet(workbook, 'Resumo').rows.flat()).toContain(note);
});
