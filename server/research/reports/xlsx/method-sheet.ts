import { dataLimits } from '../../../../shared/contracts/completeness.ts';
import { formatDate, formatMonth, formatReais } from '../../../../shared/words/format.ts';
import { fileKindLabels } from '../../../../shared/contracts/uploads.ts';
import { queryLine } from '../../../../shared/words/query-words.ts';
import { type ReportSelection, methodFacts, methodTexts } from '../model.ts';
import type { Book } from './book.ts';
import { monthSerial } from './cells.ts';
import { headRows, type Sheet } from './sheet.ts';
import { columnsOf, writeTable } from './table.ts';

/** Writes how the figures were computed, on which data, with which limits, and where to verify them. */
export function writeMethod(book: Book) {
  const { model, formats } = book;
  const sheet = book.addSheet({
    name: 'Metodologia',
    title: 'Como estes números foram calculados',
  });
  sheet.freezeAbove(headRows);
  sheet.widen(0, 40);
  sheet.widen(1, 70);
  let row: number = headRows;
  for (const selection of model.selections) row = writeSelection(book, sheet, selection, row);
  row = writeParagraphs(sheet, 'Como as estatísticas são calculadas', methodTexts, row);
  row = writeParagraphs(sheet, 'Limites dos dados', dataLimits, row);
  row = writeRelease(book, sheet, row);
  sheet.write(row, 0, 'CAGED Analytics', formats.value.text);
  sheet.write(row, 1, `versão ${model.version}`, formats.value.text);
  sheet.link(row + 1, 0, model.siteAddress);
}

/** Writes the rule and the funnel; returns the row after them. */
function writeSelection(
  { model }: Book,
  sheet: Sheet,
  selection: ReportSelection,
  start: number,
): number {
  const { method } = selection.answer;
  const title =
    model.selections.length > 1
      ? `${selection.label} · ${queryLine(selection.query)}`
      : 'Regra e etapas';
  sheet.paragraph(start, 0, title, 'section');
  const { minimumWage } = method;
  const facts = [
    ['Pesquisa', queryLine(selection.query)],
    ...methodFacts(selection.answer),
    [
      'Salário mínimo',
      minimumWage === null
        ? 'não conhecido'
        : `${formatReais(minimumWage.centavos / 100)} em ${formatMonth(minimumWage.month)}`,
    ],
    ['Dados', publicationText(selection)],
  ];
  for (const [index, [term = '', detail = '']] of facts.entries()) {
    sheet.paragraph(start + 1 + index, 0, term, 'note', 0);
    sheet.paragraph(start + 1 + index, 1, detail, 'text');
  }
  let row = start + 1 + facts.length;
  if (selection.receiptAddress !== null) {
    sheet.paragraph(row, 0, 'Recibo', 'note', 0);
    sheet.link(row, 1, selection.receiptAddress);
    row += 1;
  }
  const columns = columnsOf(method.funnel, [
    ['Etapa', 'text', ({ label }) => label],
    ['Por quê', 'text', ({ reason }) => reason],
    ['Retirados', 'count', ({ removed }) => removed],
    ['Restam', 'count', ({ remaining }) => remaining],
  ]);
  return writeTable(sheet, row + 1, columns).lastRow + 2;
}

function publicationText({ answer }: ReportSelection): string {
  const { release } = answer.method;
  if (release === null) return 'nenhuma';
  const kind = release.isSynthetic ? ' (dados sintéticos de demonstração)' : '';
  return `versão ${release.number}, de ${formatDate(release.publishedAt)}${kind}`;
}

function writeParagraphs(
  sheet: Sheet,
  title: string,
  texts: readonly string[],
  row: number,
): number {
  sheet.paragraph(row, 0, title, 'section');
  return sheet.paragraphs(row + 1, texts, 'text') + 1;
}

/** Writes the files of the release with their hashes; returns the row after them. */
function writeRelease({ model }: Book, sheet: Sheet, row: number): number {
  const { release } = model;
  if (release === null) return row;
  const title = `Arquivos da versão ${release.number} dos dados, de ${formatDate(release.publishedAt)}`;
  sheet.paragraph(row, 0, title, 'section');
  const columns = columnsOf(release.files, [
    ['Arquivo', 'text', ({ name }) => name],
    ['SHA-256 do texto', 'text', ({ sha256 }) => sha256],
    ['Linhas', 'count', ({ lines }) => lines],
    ['Lidas', 'count', ({ accepted }) => accepted],
    ['Mês', 'month', ({ month }) => monthSerial(month)],
    ['Tipo', 'text', ({ kind }) => fileKindLabels[kind]],
    ['SHA-256 do que foi recebido', 'text', ({ receivedSha256 }) => receivedSha256],
  ]);
  return writeTable(sheet, row + 1, columns).lastRow + 2;
}
