import { formatCounted, plainText } from '../../../../shared/words/format.ts';
import { readText } from '../../../lib/read-text.ts';
import { namesText } from './unused-columns.ts';
import { maxColumns, workbookSheets, type WorkbookSheet } from './read-workbook.ts';
import {
  maxMegabytes,
  RollFileError,
  type RollTable,
  countKnown,
  lackingColumns,
  maxFilledRows,
  recognisedColumns,
  tooManyRows,
} from './roll-columns.ts';

/** The header is within this many rows from the first one with a value. */
const rowsAbove = 20;
const minKnownColumns = 2;

/**
 * Reads a payroll table from a workbook (.xlsx) or a text (.csv, .txt), by its content and not by its name. Throws
 * `RollFileError` with a sentence for everything else.
 */
export async function readRollFile(file: Blob): Promise<RollTable> {
  if (file.size === 0) throw empty();
  if (file.size > maxMegabytes * 2 ** 20) {
    throw new RollFileError(
      `O arquivo tem mais de ${maxMegabytes} MB. Deixe nele só as colunas da folha e tente de novo.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  refuseOther(bytes);
  if (startsWith(bytes, [0x50, 0x4b])) return tableOfWorkbook(bytes);
  const encoding = utf16Of(bytes);
  const text = encoding ? new TextDecoder(encoding).decode(bytes) : await readText(file);
  return tableOf(csvRows(text), []);
}

const empty = () =>
  new RollFileError(
    'O arquivo está vazio ou só tem planilhas ocultas. Escolha uma planilha visível, com uma linha de títulos e uma linha por pessoa.',
  );

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** The encoding of what spreadsheets save as "Texto Unicode"; undefined for any other. */
const utf16Of = (bytes: Uint8Array) => {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  return startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : undefined;
};

function refuseOther(bytes: Uint8Array): void {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new RollFileError(
      hasText(bytes, 'EncryptedPackage')
        ? 'A planilha está protegida por senha. Abra-a, tire a senha em “Salvar como”, e escolha o arquivo sem senha.'
        : 'Este é o formato .xls, do Excel até 2003. Abra o arquivo e salve como .xlsx ou .csv.',
    );
  }
  const start = new TextDecoder().decode(bytes.subarray(0, 1000));
  if (/^\s*(<!doctype html|<html|<table|<\?xml)/i.test(start)) {
    throw new RollFileError(
      'O arquivo é uma página exportada por um sistema, não uma planilha. Abra-o no Excel e salve como .xlsx ou .csv.',
    );
  }
  const isPacked = startsWith(bytes, [0x50, 0x4b]);
  if (!isPacked && utf16Of(bytes) === undefined && bytes.subarray(0, 4096).includes(0)) {
    throw new RollFileError('Este arquivo não é uma planilha. Escolha um arquivo .xlsx ou .csv.');
  }
}

/** Whether a text occurs in an OLE container, whose names have two bytes per letter. */
function hasText(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1)).includes(text);
}

/** The first sheet with a payroll's columns, otherwise the one that names the most: a cover names none. */
function tableOfWorkbook(bytes: Uint8Array): RollTable {
  let best: RollTable | undefined;
  let problem: RollFileError | undefined;
  try {
    for (const sheet of workbookSheets(bytes)) {
      const table = maybeTable(sheet);
      if (table instanceof RollFileError) problem ??= table;
      else if (lackingColumns(recognisedColumns(table.header)) === null) return table;
      else if (best === undefined || countKnown(table.header) > countKnown(best.header))
        best = table;
    }
  } catch (error) {
    // A later sheet cannot be read.
    if (best === undefined || !(error instanceof RollFileError)) throw error;
  }
  if (best === undefined) throw problem ?? empty();
  return best;
}

/** The table of a sheet, or why it has none. */
function maybeTable(sheet: WorkbookSheet): RollTable | RollFileError {
  try {
    const table = tableOf(sheet.rows, notesOf(sheet));
    // A column beyond the last title is a column too.
    const width = table.rows.reduce((most, row) => Math.max(most, row.length), table.header.length);
    return { ...table, header: Array.from({ length: width }, (_, at) => table.header[at] ?? '') };
  } catch (error) {
    if (error instanceof RollFileError) return error;
    throw error;
  }
}

function notesOf({
  name,
  others,
  columnsBeyond,
  formulas,
  emptyFormulas,
  hiddenRows,
  hiddenColumns,
}: WorkbookSheet): string[] {
  const notes = [
    `Foi lida a planilha “${name}”.${others.length === 0 ? '' : ` Não foram lidas: ${namesText(others)}.`}`,
    columnsBeyond > 0 &&
      `${formatCounted(columnsBeyond, 'coluna', 'colunas')} depois da ${maxColumns}ª não ${columnsBeyond === 1 ? 'foi lida' : 'foram lidas'}: apague as que não são da folha e escolha o arquivo de novo.`,
    hiddenRows > 0 &&
      `${formatCounted(hiddenRows, 'linha oculta na planilha foi lida', 'linhas ocultas na planilha foram lidas')}: apague as que não são da folha e escolha o arquivo de novo.`,
    hiddenColumns > 0 &&
      `${formatCounted(hiddenColumns, 'coluna oculta na planilha foi lida', 'colunas ocultas na planilha foram lidas')}: apague as que não são da folha e escolha o arquivo de novo.`,
    formulas > 0 &&
      `${formatCounted(formulas, 'célula tem', 'células têm')} fórmula: foi lido o valor que estava guardado no arquivo, sem refazer a conta.`,
    emptyFormulas > 0 &&
      `${formatCounted(emptyFormulas, 'fórmula não tem valor guardado e ficou vazia', 'fórmulas não têm valor guardado e ficaram vazias')}: abra o arquivo no Excel, salve e escolha de novo.`,
  ];
  return notes.filter((note) => note !== false);
}

function tableOf(rows: readonly (readonly string[])[], notes: readonly string[]): RollTable {
  const first = headerPlace(rows);
  const top = rows[first];
  if (top === undefined) throw empty();
  const below = secondTitles(top, rows[first + 1] ?? []);
  const place = below === undefined ? first : first + 1;
  const last = rows.findLastIndex((row) => !isBlank(row));
  if (last === place) {
    throw new RollFileError(
      'A planilha só tem a linha de títulos. Inclua uma linha por pessoa abaixo dela e tente de novo.',
    );
  }
  const above = rows.slice(0, first).filter((row) => row.filter(Boolean).length > 1).length;
  const own = [
    above > 0 &&
      `${formatCounted(above, 'linha', 'linhas')} acima dos títulos, que estão na linha ${first + 1}, não ${above === 1 ? 'foi lida' : 'foram lidas'}: se são de pessoas, deixe uma tabela só na planilha.`,
    below && `Os títulos estão nas linhas ${first + 1} e ${place + 1}.`,
    countKnown(top) < minKnownColumns &&
      `A linha ${first + 1} foi lida como títulos, que não reconhecemos. Se ela é de uma pessoa, inclua uma linha de títulos acima dela e escolha o arquivo de novo.`,
  ];
  return {
    header: below ?? top,
    headerRow: place + 1,
    rows: rows.slice(place + 1, last + 1),
    notes: [...notes, ...own.filter((note) => typeof note === 'string')],
  };
}

/**
 * The titles of two rows, if the second one belongs to them: "Adicional" and "Salário base" below "Remuneração". It names
 * a column and has no digit, unlike a person with a salary.
 */
function secondTitles(top: readonly string[], below: readonly string[]): string[] | undefined {
  if (countKnown(top) < minKnownColumns || countKnown(below) === 0) return undefined;
  if (below.some((cell) => /\d/.test(cell))) return undefined;
  return Array.from({ length: Math.max(top.length, below.length) }, (_, at) => {
    const [upper = '', lower = ''] = [top[at], below[at]];
    return lower === upper || countKnown([lower]) > 0 ? lower : `${upper} ${lower}`.trim();
  });
}

const isBlank = (row: readonly string[]) => row.every((cell) => cell === '');

/** The row among the first rows that names the most columns; if none names enough, the first row with two cells. */
function headerPlace(rows: readonly (readonly string[])[]): number {
  const start = rows.findIndex((row) => !isBlank(row));
  const first = rows.slice(start, start + rowsAbove);
  const known = first.map(countKnown);
  const most = Math.max(0, ...known);
  if (most >= minKnownColumns) return start + known.indexOf(most);
  const filled = first.findIndex((row) => row.filter((cell) => cell !== '').length > 1);
  return start + Math.max(0, filled);
}

const separators = [';', '\t', ',', '|'] as const;
/** The rows of a sheet: a spreadsheet also saves formatted rows without values, as separators. */
const maxRows = 2 ** 20;
const blankRow: string[] = [];

/**
 * The rows of a CSV text. A quoted cell may contain separators and line ends; a quote in it is doubled (RFC 4180). Throws
 * `RollFileError` for too many rows.
 */
export function csvRows(source: string): string[][] {
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let [at, filled] = [0, 0];
  while (at < source.length) {
    const { cell, end } = cellAt(source, at, separator);
    row.push(cell);
    at = end + 1;
    const sign = source[end];
    if (sign === separator) {
      // A separator at the very end is followed by an empty cell.
      if (at >= source.length) row.push('');
      continue;
    }
    if (sign === '\r' && source[at] === '\n') at += 1;
    rows.push(isBlank(row) ? blankRow : row);
    if (!isBlank(row)) filled += 1;
    row = [];
    if (filled > maxFilledRows || rows.length > maxRows) throw tooManyRows();
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/**
 * A cell, and the position of the character that ends it. A quote that never closes, or that closes before more text,
 * is part of a bare text, so that it does not join rows.
 */
function cellAt(source: string, from: number, separator: string): { cell: string; end: number } {
  const close = source[from] === '"' ? closingQuote(source, from) : -1;
  if (close !== -1) {
    const end = endOfBare(source, close + 1, separator);
    const cell = source.slice(from + 1, close).replaceAll('""', '"');
    if (source.slice(close + 1, end).trim() === '') return { cell: cell.trim(), end };
  }
  const end = endOfBare(source, from, separator);
  // Some systems write ="00123", so that a spreadsheet keeps the zeros.
  const bare = source.slice(from, end).trim();
  return { cell: bare.replace(/^="(.*)"$/, '$1'), end };
}

/** The position of the quote that closes the one at `open`; -1 without one. A doubled quote does not close. */
function closingQuote(source: string, open: number): number {
  let close = source.indexOf('"', open + 1);
  while (close !== -1 && source[close + 1] === '"') close = source.indexOf('"', close + 2);
  return close;
}

function endOfBare(source: string, from: number, separator: string): number {
  for (let at = from; at < source.length; at++) {
    const sign = source[at];
    if (sign === separator || sign === '\n' || sign === '\r') return at;
  }
  return source.length;
}

/**
 * The separator that makes one of the first lines name the most columns, because an address may have many commas; among
 * equals, and where no line names enough to be a header, the one that occurs most often in a line.
 */
function separatorOf(source: string): string {
  const lines = source
    .slice(0, 20_000)
    .replaceAll(/"([^"]*)"/g, (_, quotedText: string) => plainText(quotedText))
    .split(/\r\n|\n|\r/)
    .slice(0, 20);
  const rated = separators.map((separator) => {
    const rows = lines.map((line) => line.split(separator));
    const most = Math.max(...rows.map((cells) => cells.length));
    const known = Math.max(...rows.map(countKnown));
    return { separator, known: known < minKnownColumns ? 0 : known, most };
  });
  // A decimal comma occurs once in a line; a separator occurs more often, or alone.
  const [best] = rated.toSorted((a, b) => b.known - a.known || b.most - a.most);
  return best?.separator ?? ';';
}
