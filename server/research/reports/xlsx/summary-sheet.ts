import { incompleteText, incompleteTitle } from '../../../../shared/statistics/completeness.ts';
import { smallAnswerTexts } from '../../../../shared/sentences/town-estimate.ts';
import { suppressionSentences } from '../../../../shared/statistics/suppression.ts';
import { formatCount, formatMoment, formatRecords } from '../../../../shared/words/format.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { figuresOf, mainFigures, statistics } from '../../../../shared/statistics/catalogue.ts';
import { queryLine } from '../../../../shared/words/query-words.ts';
import { answerNotes, listedRecords, type ReportSelection } from '../model.ts';
import { type Book, hasStatistics } from './book.ts';
import { chartRows, writeChart } from './charts.ts';
import { colors, selectionColors, wholeReais } from './formats.ts';
import { headRows, type Sheet } from './sheet.ts';

const lastColumn = 5;

/** Writes the summary: the figures, their reliability, their interpretation, and where the rest is. */
export function writeSummary(book: Book, recordSheets: readonly string[]) {
  const { model } = book;
  const sheet = book.addSheet({
    name: 'Resumo',
    title: model.name,
    orientation: 'portrait',
  });
  sheet.widen(0, 34);
  for (let column = 1; column <= lastColumn; column++) sheet.widen(column, 17);
  let row = writeFigures(book, sheet) + 2;
  if (model.selections.some(hasStatistics)) {
    drawFigures(book, sheet, row);
    row += chartRows + 1;
  }
  for (const selection of model.selections) row = writeSelection(book, sheet, selection, row);
  row = writeRecordsNote(book, sheet, recordSheets, row);
  const made = [
    `Feito em ${formatMoment(model.createdAt)}, horário de Brasília`,
    ...(model.createdBy === null ? [] : [`, por ${model.createdBy}`]),
    ...(model.companyName === null ? [] : [` (${model.companyName})`]),
  ].join('');
  sheet.paragraph(row, 0, `${made}. CAGED Analytics ${model.version}.`, 'note');
  sheet.link(row + 1, 0, `${model.siteAddress}/reports`);
}

/** Returns the last row. */
function writeFigures(book: Book, sheet: Sheet): number {
  const { model, formats } = book;
  sheet.header(headRows, 0, 'Números', 'text');
  sheet.freezeAbove(headRows + 1);
  for (const [index, selection] of model.selections.entries()) {
    const column = index + 1;
    const label = model.selections.length > 1 ? selection.label : 'Valor';
    sheet.header(headRows, column, label, 'reais');
    for (const [place, figure] of figuresOf(selection.answer.statistics).entries()) {
      const row = headRows + 1 + place;
      const shown = formats[mainFigures.includes(figure.key) ? 'strong' : 'value'];
      if (index === 0) sheet.write(row, 0, figure.title, shown.text);
      sheet.write(row, column, figure.value, shown[figure.unit]);
    }
  }
  return headRows + keysOf(statistics).length;
}

/** Draws the range of salaries, from P10 to P90: a column for each selection. */
function drawFigures({ model }: Book, sheet: Sheet, row: number) {
  const firstRow = headRows + 1 + keysOf(statistics).indexOf('p10');
  const lastRow = headRows + 1 + keysOf(statistics).indexOf('p90');
  writeChart(sheet, [row, 0], {
    kind: 'columns',
    title: 'Salário por mês, do P10 ao P90',
    altText: 'Colunas: P10, primeiro quartil, mediana, terceiro quartil e P90 de cada seleção',
    rows: { firstRow, lastRow },
    categories: 0,
    series: model.selections.flatMap((selection, index) =>
      hasStatistics(selection)
        ? [
            {
              name: [headRows, index + 1] as const,
              column: index + 1,
              color: selectionColors[index] ?? colors.barStrong,
            },
          ]
        : [],
    ),
    categoryAxis: 'Percentil',
    valueAxis: 'Salário por mês',
    valueFormat: wholeReais,
  });
}

/** Returns the row after it. */
function writeSelection(
  { model, formats }: Book,
  sheet: Sheet,
  selection: ReportSelection,
  start: number,
): number {
  const title =
    model.selections.length > 1
      ? `${selection.label} · ${queryLine(selection.query)}`
      : 'O que estes números dizem';
  sheet.paragraph(start, 0, title, 'section');
  const incomplete = incompleteTitle(selection.answer.method.completeness);
  const sentences = [
    ...(incomplete === null ? [] : [`${incomplete}. ${incompleteText}`]),
    ...(hasStatistics(selection)
      ? []
      : [suppressionSentences[selection.answer.suppressed ?? 'poucos_registros']]),
    ...answerNotes(selection.answer),
    `Qualidade ${selection.quality.label.toLowerCase()}. ${selection.quality.reasons.join(' ')}`,
    ...selection.summary,
    ...smallAnswerTexts(selection.answer),
  ];
  const row = sheet.paragraphs(start + 1, sentences, 'text');
  if (selection.receiptAddress === null) return row + 1;
  sheet.write(row, 0, 'Recibo (confere e refaz o cálculo)', formats.value.text);
  sheet.link(row, 1, selection.receiptAddress);
  return row + 2;
}

function writeRecordsNote(
  { model }: Book,
  sheet: Sheet,
  recordSheets: readonly string[],
  row: number,
): number {
  const records = formatRecords(listedRecords(model));
  sheet.paragraph(row, 0, 'Registros neste arquivo', 'section');
  const [first = '', ...others] = recordSheets;
  const isSuppressed =
    listedRecords(model) === 0 && model.selections.some(({ answer }) => answer.totalCount > 0);
  const text = isSuppressed
    ? 'Nenhum: esta pesquisa mostra só a contagem.'
    : others.length === 0
      ? `${records}, na planilha ${first}.`
      : `${records}, em ${formatCount(recordSheets.length)} planilhas, porque uma não comporta todos: de ${first} a ${others.at(-1) ?? ''}.`;
  sheet.paragraph(row + 1, 0, text, 'text');
  return row + 3;
}
