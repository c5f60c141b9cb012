import { expect, test } from 'vitest';
import { complete, partial } from '../../../../tests/support/sample-completeness.ts';
import { samplePerson } from '../../../../tests/support/sample-person.ts';
import { withRanks } from '../../../../shared/statistics/percentile.ts';
import type { SheetContent } from '../../../lib/workbook-worker.ts';
import { totalOf } from '../figures/totals.ts';
import type { FoundCell } from '../market/market-ladder.ts';
import { PayrollWords } from '../market/payroll-words.ts';
import { ReferenceAmounts } from '../market/placed-people.ts';
import { rollNotice, type RollReport } from './roll-report.ts';
import { rollSheets } from './roll-workbook.ts';

const words = new PayrollWords({
  nomes: [
    ['521110', 'Vendedor de comércio varejista', true],
    ['411005', 'Auxiliar de escritório', true],
  ],
  familias: {},
  municipios: [['350950', 'Campinas', 'SP', '350038']],
  regioes: [],
  frequencias: {},
});

/** Five records: the quartiles are the second, the third and the fourth. */
const ofState: FoundCell = {
  key: '521110 SP',
  scope: 'ocupacao',
  place: 'uf',
  code: '521110',
  placeCode: 'SP',
  distribution: withRanks({
    centavos: [100_010, 150_015, 200_020, 250_025, 300_030],
    counts: [1, 1, 1, 1, 1],
  }),
  designEffect: 1,
};

/** 1.200,00 for 33 hours are 1.600,00 for 44. */
const vendedora = samplePerson(
  {
    row: 2,
    identification: 'M-17',
    title: 'Vendedora',
    area: 'Loja',
    sex: 'F',
    municipality: '350950',
    uf: 'SP',
    centavos: 120_000,
    hours: 3300,
    hired: '2024-03-01',
  },
  { cell: ofState, equalised: 160_000, percentile: 300.04 },
);
const others = [
  samplePerson({ row: 3, sex: 'M' }, { cell: null, code: null, confidence: 'nenhuma' }),
  samplePerson({ row: 4 }, { cell: null, code: '411005', confidence: 'duvidosa' }),
  samplePerson({ row: 5, area: 'Loja' }, { cell: null, confidence: 'codigo' }),
];

function reportOf(comparedWith: string | null): RollReport {
  const placed = [vendedora, ...others];
  const amounts = new ReferenceAmounts({ kind: 'percentil', tenThousandths: 5000 }, null);
  return {
    roll: {
      fileName: 'folha.csv',
      people: placed.map(({ person }) => person),
      matches: {},
      refused: [{ row: 6, text: 'sem salário' }],
      doubts: [{ row: 4, text: 'sem lugar' }],
      notes: [],
    },
    placed,
    amounts,
    comparedWith,
    words,
    qualityOf: () => ({ level: 'media', label: 'Média', reasons: [] }),
    period: null,
    completeness: complete,
    release: 1,
    isSynthetic: false,
    total: totalOf('Todos', placed, amounts),
    warnings: [],
    picture: null,
  };
}

/** A row by the headers of its sheet. */
const cellsOf = ({ columns, rows }: SheetContent, row: number) =>
  Object.fromEntries(columns.map(({ header }, at) => [header, rows[row]?.[at]]));

const sheetsOf = (comparedWith: string | null) => {
  const sheets = rollSheets(reportOf(comparedWith));
  return new Map(sheets.map((sheet) => [sheet.name, sheet]));
};
const sheetOf = (name: string, comparedWith: string | null = 'P50') => {
  const sheet = sheetsOf(comparedWith).get(name);
  if (sheet === undefined) throw new Error(`No sheet ${name}.`);
  return sheet;
};

test('a row of the people has the salary, the market and the distance in reais and per cent', () => {
  // The median, 2.000,20 for 44 hours, is 1.500,15 for 33; 1.600,00 are 79,99 % of it, shown as 80,0 %.
  expect(cellsOf(sheetOf('Pessoas'), 0)).toEqual({
    Linha: 2,
    'Matrícula ou nome': 'M-17',
    Cargo: 'Vendedora',
    'Ocupação (CBO)': '521110 Vendedor de comércio varejista',
    Certeza: 'Nome igual',
    Lugar: 'Campinas/SP',
    Área: 'Loja',
    Sexo: 'F',
    Admissão: '2024-03-01',
    Horas: 33,
    Salário: 1200,
    'Salário em 44 h': 1600,
    Percentil: 30,
    P25: 1500.15,
    Mediana: 2000.2,
    P75: 2500.25,
    'Salário em relação à mediana (%)': 80,
    'Distância da mediana': -300.15,
    'Custo para chegar à mediana': 300.15,
    'Mercado usado': '521110 Vendedor de comércio varejista, SP',
    Registros: 5,
    Qualidade: 'Média',
    'Por que foi ampliado': 'Usamos SP: menos de 30 registros na cidade.',
  });
});

test('amounts, counts, decimals and days are formatted as such', () => {
  const byFormat = Map.groupBy(sheetOf('Pessoas').columns, ({ format }) => format);
  const headersOf = (format: SheetContent['columns'][number]['format']) =>
    byFormat.get(format)?.map(({ header }) => header);
  expect(headersOf('count')).toEqual(['Linha', 'Registros']);
  expect(headersOf('day')).toEqual(['Admissão']);
  expect(headersOf('decimal')).toEqual(['Horas', 'Percentil', 'Salário em relação à mediana (%)']);
  expect(headersOf('reais')).toEqual([
    'Salário',
    'Salário em 44 h',
    'P25',
    'Mediana',
    'P75',
    'Distância da mediana',
    'Custo para chegar à mediana',
  ]);
  expect(sheetOf('Totais').columns.map(({ header, format }) => [header, format])).toEqual([
    ['Por', 'text'],
    ['Grupo', 'text'],
    ['Pessoas', 'count'],
    ['No mercado', 'count'],
    ['Folha por mês', 'reais'],
    ['Em relação à mediana', 'percent'],
    ['Abaixo', 'count'],
    ['Custo por mês', 'reais'],
  ]);
});

test('a row without a market states why and has no figure of a market', () => {
  const rows = [1, 2, 3].map((row) => cellsOf(sheetOf('Pessoas'), row));
  expect(rows.map((row) => row['Mercado usado'])).toEqual([
    'ocupação não encontrada',
    'ocupação a confirmar',
    'sem registros suficientes',
  ]);
  expect(rows[0]).toMatchObject({
    'Ocupação (CBO)': null,
    Certeza: 'Não encontrada',
    Lugar: 'lugar não informado',
    Admissão: null,
    Horas: 44,
    Salário: 2000,
    Percentil: null,
    Mediana: null,
    'Salário em relação à mediana (%)': null,
    'Distância da mediana': null,
    'Custo para chegar à mediana': null,
    Registros: null,
    Qualidade: null,
    'Por que foi ampliado': null,
  });
});

test('incomplete data is compared with nothing', () => {
  const headers = sheetOf('Pessoas', null).columns.map(({ header }) => header);
  expect(headers).not.toContain('Percentil');
  expect(headers.filter((header) => /mediana/.test(header))).toEqual([]);
  expect(headers).toEqual(expect.arrayContaining(['P25', 'Mediana', 'P75', 'Registros']));
  expect(sheetOf('Totais', null).columns.map(({ header }) => header)).toEqual([
    'Por',
    'Grupo',
    'Pessoas',
    'No mercado',
    'Folha por mês',
  ]);
});

test('the totals of all people and of each occupation, area and sex are one below the other', () => {
  // Four people: 1.200,00 and three of 2.000,00.
  expect(sheetOf('Totais').rows).toEqual([
    ['Todos', 'Todos', 4, 1, 7200, 80, 1, 300.15],
    ['Ocupação', '521110 Vendedor de comércio varejista', 2, 1, 3200, 80, 1, 300.15],
    ['Ocupação', 'Ocupação a confirmar', 1, 0, 2000, null, null, null],
    ['Ocupação', 'Ocupação não encontrada', 1, 0, 2000, null, null, null],
    ['Área', 'Sem área', 2, 0, 4000, null, null, null],
    ['Área', 'Loja', 2, 1, 3200, 80, 1, 300.15],
    ['Sexo', 'Não informado', 2, 0, 4000, null, null, null],
    ['Sexo', 'Homens', 1, 0, 2000, null, null, null],
    ['Sexo', 'Mulheres', 1, 1, 1200, 80, 1, 300.15],
  ]);
});

test('the rows that were left out and those that are incomplete have their line and why', () => {
  expect(sheetOf('Ficaram de fora').rows).toEqual([[6, 'sem salário']]);
  expect(sheetOf('Entraram incompletas').rows).toEqual([[4, 'sem lugar']]);
});

test('the notice of each sheet names synthetic and incomplete data', () => {
  const report = reportOf('P50');
  expect(rollNotice(report)).toBeNull();
  expect(rollNotice({ ...report, isSynthetic: true })).toBe('Dados sintéticos de demonstração');
  expect(rollNotice({ ...report, isSynthetic: true, completeness: partial })).toMatch(
    /^Dados sintéticos de demonstração · Dados incompletos/,
  );
});
