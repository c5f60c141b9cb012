import { medianDifferenceInterval } from '../../../shared/median-difference.ts';
import { rankedOf } from '../../../shared/percentile.ts';
import { figuresOf, type Figure } from '../figures.ts';
import type { ReportSelection } from '../model.ts';
import type { Book } from './book.ts';
import { writeChart } from './charts.ts';
import { colors, wholeReais } from './formats.ts';
import {
  countsOnly,
  groupLabel,
  hasStatistics,
  subtitleOf,
  type PreparedSelection,
} from './selections.ts';
import { headRows, type CellValue } from './sheet.ts';
import { writeTable, type ColumnGroup } from './table.ts';

/** The selections side by side, and each against the first one. */
export function writeComparison(book: Book, prepared: readonly PreparedSelection[]) {
  const { model, formats } = book;
  const sheet = book.addSheet({
    name: 'Comparação',
    title: 'Comparação',
    subtitle: subtitleOf(model),
  });
  const [first, ...others] = prepared;
  if (first === undefined) return;
  const figures = shownFigures(first.selection);
  const table = writeTable(sheet, { row: headRows }, [
    {
      label: undefined,
      columns: [
        {
          header: 'Seleção',
          format: 'text',
          values: model.selections.map((s) => groupLabel(model, s)),
        },
      ],
    },
    {
      label: undefined,
      columns: figures.map(({ label, unit }, place) => ({
        header: label,
        format: unit === 'records' ? 'integer' : 'reais',
        values: model.selections.map((selection) => shownFigures(selection)[place]?.value),
      })),
    },
  ]);
  sheet.freezeAbove(table.firstRow, 1);
  const row = table.lastRow + 2;
  sheet.write(
    row,
    0,
    `Diferenças em relação a ${groupLabel(model, first.selection)}`,
    formats.section,
  );
  const differences = writeTable(sheet, { row: row + 1 }, [
    {
      label: undefined,
      columns: [
        {
          header: 'Seleção',
          format: 'text',
          values: others.map(({ selection }) => groupLabel(model, selection)),
        },
      ],
    },
    ...figures
      .map(({ key, label }, place) => ({ key, label, place }))
      .filter(({ key }) => key === 'median' || key === 'average' || key === 'p25' || key === 'p75')
      .map(({ label, place }) => differenceColumns(label, place, first, others)),
    intervalColumns(first, others),
  ]);
  const notes = [
    'O intervalo de 95% da diferença das medianas é o de Bonett e Price (2002). Se contém o zero, a diferença pode ser do acaso.',
    countsOnly,
  ];
  sheet.writeColumn(differences.lastRow + 2, 0, notes, formats.note);
  const columnOf = (key: Figure['key']) => 1 + figures.findIndex((figure) => figure.key === key);
  const rows = { firstRow: table.firstRow, lastRow: table.lastRow };
  writeChart(sheet, [differences.lastRow + 5, 0], {
    kind: 'columns',
    title: 'Q1, mediana e Q3 de cada seleção',
    altText: 'Colunas: o primeiro quartil, a mediana e o terceiro quartil de cada seleção',
    categories: { column: 0, ...rows },
    series: [
      { column: columnOf('p25'), color: colors.bar },
      { column: columnOf('median'), color: colors.accent },
      { column: columnOf('p75'), color: colors.barStrong },
    ].map(({ column, color }) => ({
      name: [table.headerRow, column],
      values: { column, ...rows },
      color,
    })),
    categoryAxis: 'Seleção',
    valueAxis: 'Salário',
    valueFormat: wholeReais,
    widthPixels: 1000,
  });
}

const shownFigures = (selection: ReportSelection) =>
  figuresOf(selection.answer.statistics).map((figure) =>
    figure.key === 'count' || hasStatistics(selection) ? figure : { ...figure, value: null },
  );

function differenceColumns(
  label: string,
  place: number,
  first: PreparedSelection,
  others: readonly PreparedSelection[],
): ColumnGroup {
  const base = shownFigures(first.selection)[place]?.value ?? null;
  const values = others.map(({ selection }) => shownFigures(selection)[place]?.value ?? null);
  const against = (read: (value: number, from: number) => number): CellValue[] =>
    values.map((value) => (value === null || base === null ? null : read(value, base)));
  return {
    label: undefined,
    columns: [
      {
        header: `${label}: diferença`,
        format: 'difference',
        values: against((value, from) => Math.round((value - from) * 100) / 100),
      },
      {
        header: `${label}: relativa`,
        format: 'change',
        values: against((value, from) => (from === 0 ? 0 : value / from - 1)),
      },
    ],
  };
}

function intervalColumns(
  first: PreparedSelection,
  others: readonly PreparedSelection[],
): ColumnGroup {
  const intervals = others.map(({ distribution }) =>
    distribution === null || first.distribution === null
      ? null
      : medianDifferenceInterval(rankedOf(distribution), rankedOf(first.distribution)),
  );
  return {
    label: undefined,
    columns: [
      {
        header: 'Mediana: diferença de (95%)',
        format: 'difference',
        values: intervals.map((interval) => reais(interval?.lower)),
      },
      {
        header: 'Mediana: diferença até (95%)',
        format: 'difference',
        values: intervals.map((interval) => reais(interval?.upper)),
      },
    ],
  };
}

const reais = (centavos: number | undefined) =>
  centavos === undefined ? null : Math.round(centavos) / 100;
