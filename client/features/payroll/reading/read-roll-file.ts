import { formatCounted } from '../../../../shared/words/format.ts';
import { readText } from '../../../lib/read-text.ts';
import { csvRows } from './read-csv.ts';
import { workbookSheets, type WorkbookSheet } from './read-workbook.ts';
import { mostMegabytes, RollFileError, type RollTable } from './roll-file-error.ts';
import { countKnown } from './roll-columns.ts';

/** The header is within this many rows. */
const rowsAbove = 20;
const fewestKnown = 2;

/**
 * Reads a payroll table from a workbook (.xlsx) or a text (.csv, .txt), by its content and not by its name. Throws
 * `RollFileError` with a sentence for everything else.
 */
export async function readRollFile(file: Blob): Promise<RollTable> {
  if (file.size === 0) throw empty();
  if (file.size > mostMegabytes * 2 ** 20) {
    throw new RollFileError(
      `O arquivo tem mais de ${mostMegabytes} MB. Deixe nele só as colunas da folha e tente de novo.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  refuseOther(bytes);
  if (startsWith(bytes, [0x50, 0x4b])) return tableOfWorkbook(bytes);
  const text = isUtf16(bytes) ? new TextDecoder('utf-16le').decode(bytes) : await readText(file);
  return tableOf(csvRows(text), []);
}

const empty = () =>
  new RollFileError(
    'O arquivo está vazio. Escolha uma planilha com uma linha de títulos e uma linha por pessoa.',
  );

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** The format that spreadsheets save as "Texto Unicode". */
const isUtf16 = (bytes: Uint8Array) => startsWith(bytes, [0xff, 0xfe]);

function refuseOther(bytes: Uint8Array): void {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new RollFileError(
      hasText(bytes, 'EncryptedPackage')
        ? 'A planilha está protegida por senha. Abra-a, tire a senha em “Salvar como”, e escolha o arquivo sem senha.'
        : 'Este é o formato .xls, do Excel até 2003. Abra o arquivo e salve como .xlsx ou .csv.',
    );
  }
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1000));
  if (/^\s*(<!doctype html|<html|<table|<\?xml)/i.test(start)) {
    throw new RollFileError(
      'O arquivo é uma página exportada por um sistema, não uma planilha. Abra-o no Excel e salve como .xlsx ou .csv.',
    );
  }
  const isPacked = startsWith(bytes, [0x50, 0x4b]);
  if (!isPacked && !isUtf16(bytes) && bytes.subarray(0, 4096).includes(0)) {
    throw new RollFileError('Este arquivo não é uma planilha. Escolha um arquivo .xlsx ou .csv.');
  }
}

/** Whether a text occurs in an OLE container, whose names have two bytes per letter. */
function hasText(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1)).includes(text);
}

/** The first sheet with a recognised header, otherwise the first with any table: a cover sheet has none. */
function tableOfWorkbook(bytes: Uint8Array): RollTable {
  let first: RollTable | undefined;
  let problem: RollFileError | undefined;
  for (const sheet of workbookSheets(bytes)) {
    try {
      const table = tableOf(sheet.rows, notesOf(sheet));
      if (countKnown(table.header) >= fewestKnown) return table;
      first ??= table;
    } catch (error) {
      if (!(error instanceof RollFileError)) throw error;
      problem ??= error;
    }
  }
  if (first === undefined) throw problem ?? empty();
  return first;
}

function notesOf({ name, formulas, emptyFormulas }: WorkbookSheet): string[] {
  return [
    `Foi lida a planilha “${name}”.`,
    ...(formulas === 0
      ? []
      : [
          `${formatCounted(formulas, 'célula tem', 'células têm')} fórmula: foi lido o valor que estava guardado no arquivo, sem refazer a conta.`,
        ]),
    ...(emptyFormulas === 0
      ? []
      : [
          `${formatCounted(emptyFormulas, 'fórmula não tem', 'fórmulas não têm')} valor guardado e ficou vazia: abra o arquivo no Excel, salve e escolha de novo.`,
        ]),
  ];
}

function tableOf(rows: readonly (readonly string[])[], notes: readonly string[]): RollTable {
  const place = headerPlace(rows);
  const header = rows[place];
  if (header === undefined) throw empty();
  const below = rows.slice(place + 1);
  if (below.every((row) => row.every((cell) => cell === ''))) {
    throw new RollFileError(
      'A planilha só tem a linha de títulos. Ponha uma linha por pessoa abaixo dela e tente de novo.',
    );
  }
  return { header, headerRow: place + 1, rows: below, notes };
}

/** The row among the first rows that names the most columns; if none names enough, the first row with two cells. */
function headerPlace(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, rowsAbove);
  const known = first.map(countKnown);
  const most = Math.max(0, ...known);
  if (most >= fewestKnown) return known.indexOf(most);
  const filled = first.findIndex((row) => row.filter((cell) => cell !== '').length > 1);
  return filled === -1 ? first.findIndex((row) => row.some((cell) => cell !== '')) : filled;
}
