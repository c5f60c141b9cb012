import { figuresOf } from '../../../../shared/statistics/catalogue.ts';
import { heapText } from '../../../../shared/statistics/heaping.ts';
import {
  comparedFigures,
  differenceDoubt,
} from '../../../../shared/statistics/selection-comparison.ts';
import { suppressionNote } from '../../../../shared/statistics/suppression-note.ts';
import { type Book, groupLabel } from './book.ts';
import { salarySeries, writeChart } from './charts.ts';
import { wholeReais } from './formats.ts';
import { type CellValue, type Sheet, headRows } from './sheet.ts';
import { columnsOf, type TableColumn, writeTable } from './table.ts';

/** Writes the selections side by side, and each compared with the first. */
export function writeComparison(book: Book) {
  const { selections } = book.model;
  const sheet = book.addSheet({ name: 'Comparação', title: 'Comparação' });
  const figures = selections.map(({ answer }) => figuresOf(answer.statistics));
  const columns = (figures[0] ?? []).map(({ label, unit }, place) => ({
    header: label,
    format: unit,
    values: figures.map((own) => own[place]?.value),
  }));
  const group = { label: undefined, columns };
  const table = writeTable(sheet, headRows, [nameColumn(namesOf(book))], [group]);
  sheet.freezeAbove(table.firstRow, 1);
  const below = writeDifferences(book, sheet, table.lastRow + 2);
  writeChart(sheet, [below + 1, 0], {
    kind: 'columns',
    title: 'Q1, mediana e Q3 de cada seleção',
    altText: 'Colunas: o primeiro quartil, a mediana e o terceiro quartil de cada seleção',
    rows: table,
    categories: 0,
    series: salarySeries(table),
    categoryAxis: 'Seleção',
    valueAxis: 'Salário',
    valueFormat: wholeReais,
    widthPixels: 1000,
  });
}

const namesOf = ({ model }: Book) =>
  model.selections.map((selection) => groupLabel(model, selection));

const nameColumn = (values: readonly CellValue[]): TableColumn => ({
  header: 'Seleção',
  format: 'text',
  values,
});

/** Returns the row after its notes. */
function writeDifferences(book: Book, sheet: Sheet, row: number): number {
  const { model } = book;
  const [base, ...names] = namesOf(book);
  const answers = model.selections.map(({ answer }) => answer);
  const [, ...differences] = comparedFigures(answers, null).map(({ difference }) => difference);
  sheet.paragraph(row, 0, `Diferenças em relação a ${base}`, 'section');
  const table = writeTable(sheet, row + 1, [
    nameColumn(names),
    ...columnsOf(differences, [
      ['Mediana: diferença', 'difference', (found) => found?.reais],
      ['Mediana: relativa', 'change', (found) => found?.percent && found.percent / 100],
      ['Mediana: diferença de (95\u00a0%)', 'difference', (found) => found?.interval?.lower],
      ['Mediana: diferença até (95\u00a0%)', 'difference', (found) => found?.interval?.upper],
      ['Mediana: ressalva', 'text', (found) => found && differenceDoubt(found)],
    ]),
  ]);
  const unmeasured = differences.flatMap((found, index) =>
    found?.heaps === undefined
      ? []
      : `${names[index]}: sem intervalo, porque há ${heapText(found.heaps)}.${found.reais === 0 ? '' : ' A diferença pode ser acaso.'}`,
  );
  const notes = [
    ...unmeasured,
    'O intervalo de 95\u00a0% da diferença das medianas vem dos intervalos das duas (Zou e Donner, 2008). Se contém o zero, a diferença pode ser acaso.',
    suppressionNote,
  ];
  return sheet.paragraphs(table.lastRow + 2, notes, 'note');
}
