import { isUtf8 } from 'node:buffer';
import { AppError } from '../../platform/errors.ts';
import {
  columnsOf,
  exclusionColumns,
  isOptional,
  isRequired,
  type Column,
} from '../../platform/warehouse/layout.ts';

/** Reads the first line of a file: its layout and the position of each column. */
export interface Header {
  readonly isExclusion: boolean;
  /** The position, from 1, of each column that the file has. */
  readonly positions: ReadonlyMap<string, number>;
  readonly width: number;
}

/** The error that refuses a whole file; `code` is stable. */
export const refuse = (code: string, message: string) => new AppError(code, 422, message);

/** Column names are compared without accents, case, spaces and quotes. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/["\s]/g, '').toLowerCase();
}

/**
 * Decodes the beginning of a file: UTF-8, with or without a byte-order mark, or else latin-1. Throws `arquivo_utf16`
 * for UTF-16, with or without a byte-order mark: no official file uses it, but a spreadsheet may write it.
 */
function decodeStart(bytes: Buffer): string {
  const hasMark =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  // In UTF-16, one of the two bytes of each letter of the official names is zero, the first or the second.
  const isZeroed = (from: number) => [0, 2, 4, 6].every((at) => bytes[from + at] === 0);
  if (hasMark || isZeroed(0) || isZeroed(1)) {
    throw refuse(
      'arquivo_utf16',
      'O arquivo está em UTF-16, que o MTE não usa. Envie o arquivo original do MTE, sem abrir e salvar em outro programa.',
    );
  }
  const line = bytes.subarray(0, lineEnd(bytes));
  return new TextDecoder(isUtf8(line) ? 'utf-8' : 'latin1').decode(line);
}

function lineEnd(bytes: Buffer): number {
  const end = bytes.indexOf(0x0a);
  return end === -1 ? bytes.length : end;
}

/**
 * Parses the header line. Throws an `AppError` that names what the file is if it is not acceptable: an empty file, a
 * file of the Legado series, a copy that a spreadsheet truncated, a file of another kind.
 */
export function readHeader(start: Buffer): Header {
  if (start.length === 0) {
    throw refuse(
      'arquivo_vazio',
      'O arquivo está vazio. Baixe-o de novo do MTE e envie outra vez.',
    );
  }
  const text = decodeStart(start).replace(/\r$/, '');
  const names = text.split(';').map(plain);
  refuseLegacy(names);
  refuseOneLine(start, names);
  refuseSpreadsheetCopy(names);
  refuseForeign(names);
  refuseRepeated(names);
  const isExclusion = exclusionColumns.some(({ header }) => names.includes(plain(header)));
  const columns = columnsOf(isExclusion ? 'EXC' : 'MOV');
  const isThere = ({ header }: Column) => names.includes(plain(header));
  refuseMissing(columns.filter((column) => !isOptional(column) && !isThere(column)));
  const positions = new Map(
    columns
      .filter(isThere)
      .map(({ name, header }) => [name, names.indexOf(plain(header)) + 1] as const),
  );
  return { isExclusion, positions, width: names.length };
}

/** Refuses a file without a column that files of its month (AAAAMM) have. */
export function requireColumns(
  { isExclusion, positions }: Header,
  { month }: { readonly month: string },
): void {
  const columns = columnsOf(isExclusion ? 'EXC' : 'MOV');
  refuseMissing(
    columns.filter((column) => isRequired(column, month) && !positions.has(column.name)),
  );
}

function refuseMissing(columns: readonly Column[]): void {
  if (columns.length === 0) return;
  const absent = columns.map(({ header }) => header).join(', ');
  throw refuse(
    'coluna_ausente',
    `Faltam colunas no arquivo: ${absent}. Envie o arquivo original do MTE, com todas as colunas.`,
  );
}

const knownNames: ReadonlySet<string> = new Set(
  columnsOf('EXC').map(({ header }) => plain(header)),
);

/** MTE's header has fewer than 500 bytes. */
const maxHeaderBytes = 16_000;

/** Refuses a file without any LF: its lines end differently, or the file stops within the first line. */
function refuseOneLine(start: Buffer, names: readonly string[]): void {
  if (lineEnd(start) > maxHeaderBytes && !start.includes(0x0d)) throw foreign();
  if (start.includes(0x0a) || !names.some((name) => knownNames.has(name))) return;
  if (start.includes(0x0d)) throw otherLineEnds();
  throw refuse(
    'arquivo_incompleto',
    'O arquivo está incompleto: ele termina na linha dos nomes das colunas. Baixe-o de novo do MTE e envie outra vez.',
  );
}

/** The error for a text whose lines end with CR alone. */
export const otherLineEnds = () =>
  refuse(
    'fim_de_linha',
    'As linhas do arquivo não terminam como as do MTE (falta o caractere LF). Envie o arquivo original do MTE, sem abrir e salvar em outro programa.',
  );

/** A first line with mostly unknown names belongs to another file, or is a line of data. */
function refuseForeign(names: readonly string[]): void {
  const found = new Set(names.filter((name) => knownNames.has(name)));
  if (found.size * 2 < columnsOf('MOV').length) throw foreign();
}

function foreign(): AppError {
  return refuse(
    'arquivo_desconhecido',
    'O arquivo não é do Novo CAGED: a primeira linha não traz os nomes das colunas do MTE, separados por ponto e vírgula. Envie um arquivo CAGEDMOV, CAGEDFOR ou CAGEDEXC do MTE.',
  );
}

function refuseLegacy(names: readonly string[]): void {
  if (
    names.includes('fonte') ||
    (names.includes('competencia') && !names.includes('competenciamov'))
  ) {
    throw refuse(
      'arquivo_legado',
      'Este é um arquivo da série Legado (24 colunas, até 202109), que tem outro formato. Envie o arquivo de mesmo mês da pasta NOVO CAGED atual.',
    );
  }
}

const isCut = (name: string) => [...knownNames].some((whole) => whole.startsWith(name));

// For example "competenciamo" for "competênciamov": a spreadsheet truncated the names when the file was opened and
// saved.
function refuseSpreadsheetCopy(names: readonly string[]): void {
  const cut = names.find((name) => name.length >= 6 && !knownNames.has(name) && isCut(name));
  if (cut !== undefined) {
    throw refuse(
      'arquivo_de_planilha',
      `O arquivo passou por uma planilha, que cortou os nomes das colunas (por exemplo “${cut}”) e pode ter cortado linhas. Envie o arquivo original do MTE.`,
    );
  }
}

function refuseRepeated(names: readonly string[]): void {
  const repeated = names.find((name, place) => name !== '' && names.indexOf(name) !== place);
  if (repeated !== undefined) {
    throw refuse(
      'coluna_repetida',
      `A coluna “${repeated.slice(0, 60)}” aparece mais de uma vez no cabeçalho. Envie o arquivo original do MTE.`,
    );
  }
}
