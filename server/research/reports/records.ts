import { open } from 'node:fs/promises';
import { ordinaryColumns, type PublishedColumnName } from '../../../shared/codes/record-columns.ts';
import { recordsEndingIn } from '../../answers/present/records/records.ts';
import { csvRow, csvStart } from '../../platform/csv.ts';
import { listedRecords, type ReportModel } from './model.ts';

/** The record columns of a workbook, in order; a CSV has all columns. */
export const workbookColumns = [
  'competencia',
  'movimentacao',
  'cbo',
  'ocupacao',
  'municipio',
  'municipio_nome',
  'uf',
  'salario',
  'genero',
  'sexo',
  'idade',
  'escolaridade',
  'escolaridade_nome',
  'horas',
] as const satisfies readonly PublishedColumnName[];
export type WorkbookColumn = (typeof workbookColumns)[number];

/** The first column of a document with several selections. */
export const selectionColumn = {
  name: 'selecao',
  title: 'Seleção',
  description: 'Rótulo da seleção a que o registro pertence',
  kind: 'texto',
} as const;

/**
 * Passes the records on and counts them. Throws if the count differs from the responses' count, so that truncated
 * records never pass for complete ones.
 */
export async function* checkedRecords(
  chunks: AsyncIterable<Uint8Array>,
  model: ReportModel,
  onProgress: (fraction: number) => void,
): AsyncGenerator<Uint8Array> {
  const expected = listedRecords(model);
  let received = 0;
  for await (const chunk of chunks) {
    received += recordsEndingIn(chunk);
    yield chunk;
    onProgress(Math.min(1, received / Math.max(1, expected)));
  }
  if (received !== expected)
    throw new Error(`The answers counted ${expected} records, and ${received} came.`);
}

/** Writes the column names, then every record as the engine wrote it. Throws if their number is not the count. */
export async function writeCsv(
  path: string,
  model: ReportModel,
  records: AsyncIterable<Uint8Array>,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const hasSeveral = model.selections.length > 1;
  const header = [...(hasSeveral ? [selectionColumn.name] : []), ...ordinaryColumns];
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(`${csvStart}${csvRow(header)}`);
  for await (const chunk of checkedRecords(records, model, onProgress)) {
    await file.writeFile(chunk);
    free(chunk);
  }
}

// Hundreds of megabytes pass in chunks that no other code holds. Left to the garbage collector, they would repeatedly
// stop the server for tens of milliseconds; freed at once, they leave it nothing to do.
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
