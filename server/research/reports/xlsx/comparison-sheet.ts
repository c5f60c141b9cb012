import { withheldNote } from '../../../../shared/statistics/withheld-note.ts';
import { isIncomplete } from '../../../../shared/statistics/completeness.ts';
import {
  comparedFigures,
  type ComparedFigures,
} from '../../../../shared/statistics/selection-comparison.ts';
import { figuresOf, type Figure } from '../../../../shared/statistics/catalogue.ts';
import type { ReportModel, ReportSelection } from '../model.ts';
import { type Book, groupLabel, subtitleOf } from './book.ts';
import { writeChart } from './charts.ts';
import { colors, wholeReais } from './formats.ts';
import { headRows, type CellValue, type Sheet } from './sheet.ts';
import { writeTable, type ColumnGroup, type WrittenTable } from './table.ts';

/** Writes the selections side by side, and each compared with the first. */
export function writeComparison(book: Book) {
  const { model } = book;
  const sheet = book.addSheet({
    name: 'Comparação',
    title: 'Comparação',
    subtitle: subtitleOf(model),
  });
  const [first, ...others] = model.selections;
  if (first === undefined) return;
  const table = writeTable(sheet, headRows, [
    namesOf(model, model.selections),
    {
      label: undefined,
      columns: shownFigures(first).map(({ label, unit }, place) => ({
        header: label,
        format: unit,
        values: model.selections.map((selection) => shownFigures(selection)[place]?.value),
      })),
    },
  ]);
  sheet.freezeAbove(table.firstRow, 1);
  const below = writeDifferences(book, sheet, { first, others, row: table.lastRow + 2 });
  writeQuartileChart(sheet, table, { row: below + 1, figures: shownFigures(first) });
}

const namesOf = (model: ReportModel, selections: readonly ReportSelection[]): ColumnGroup => ({
  label: undefined,
  columns: [
    {
      header: 'Seleção',
      format: 'text',
      values: selections.map((selection) => groupLabel(model, selection)),
    },
  ],
});

const withDifference: readonly Figure['key'][] = ['average', 'median', 'p25', 'p75'];

/** Returns the row after its notes. */
function writeDifferences(
  { model, formats }: Book,
  sheet: Sheet,
  {
    first,
    others,
    row,
  }: {
    readonly first: ReportSelection;
    readonly others: readonly ReportSelection[];
    readonly row: number;
  },
): number {
  const title = `Diferenças em relação a ${groupLabel(model, first)}`;
  const answers = model.selections.map(({ answer }) => answer);
  const [, ...compared] = comparedFigures(answers, { latestMonth: null });
  sheet.write(row, 0, title, formats.section);
  const table = writeTable(sheet, row + 1, [
    namesOf(model, others),
    ...shownFigures(first)
      .map(({ key, label }, place) => ({ key, label, place }))
      .filter(({ key }) => withDifference.includes(key))
      .map(({ label, place }) => differenceColumns(label, place, first, others)),
    intervalColumns(compared),
  ]);
  const notes = [
    'O intervalo de 95\u00a0% da diferença das medianas é o de Bonett e Price (2002). Se contém o zero, a diferença pode ser do acaso.',
    withheldNote,
  ];
  sheet.writeColumn(table.lastRow + 2, 0, notes, formats.note);
  return table.lastRow + 2 + notes.length;
}

function writeQuartileChart(
  sheet: Sheet,
  { firstRow, lastRow, headerRow }: WrittenTable,
  { row, figures }: { readonly row: number; readonly figures: readonly Figure[] },
) {
  const rows = { firstRow, lastRow };
  const columnOf = (key: Figure['key']) => 1 + figures.findIndex((figure) => figure.key === key);
  writeChart(sheet, [row, 0], {
    kind: 'columns',
    title: 'Q1, mediana e Q3 de cada seleção',
    altText: 'Colunas: o primeiro quartil, a mediana e o terceiro quartil de cada seleção',
    categories: { column: 0, ...rows },
    series: [
      { column: columnOf('p25'), color: colors.bar },
      { column: columnOf('median'), color: colors.accent },
      { column: columnOf('p75'), color: colors.barStrong },
    ].map(({ column, color }) => ({
      name: [headerRow, column],
      values: { column, ...rows },
      color,
    })),
    categoryAxis: 'Seleção',
    valueAxis: 'Salário',
    valueFormat: wholeReais,
    widthPixels: 1000,
  });
}

const shownFigures = ({ answer }: ReportSelection) => figuresOf(answer.statistics);

function differenceColumns(
  label: string,
  place: number,
  first: ReportSelection,
  others: readonly ReportSelection[],
): ColumnGroup {
  const base = shownFigures(first)[place]?.value ?? null;
  const against = (read: (value: number, from: number) => CellValue): CellValue[] =>
    others.map((other) => {
      const value = shownFigures(other)[place]?.value ?? null;
      const areComparable = ![first, other].some(hasIncompleteData);
      return value !== null && base !== null && areComparable ? read(value, base) : null;
    });
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
        values: against((value, from) => (from === 0 ? null : value / from - 1)),
      },
    ],
  };
}

/** No difference is given from incomplete data. */
const hasIncompleteData = ({ answer }: ReportSelection) => isIncomplete(answer.method.completeness);

const intervalColumns = (compared: readonly ComparedFigures[]): ColumnGroup => ({
  label: undefined,
  columns: [
    {
      header: 'Mediana: diferença de (95\u00a0%)',
      format: 'difference',
      values: compared.map(({ difference }) => difference?.interval?.lower),
    },
    {
      header: 'Mediana: diferença até (95\u00a0%)',
      format: 'difference',
      values: compared.map(({ difference }) => difference?.interval?.upper),
    },
  ],
});
