import { open } from 'node:fs/promises';
import { ordinaryColumns } from '../../../../shared/codes/record-columns.ts';
import { csvRow, csvStart } from '../../../platform/csv.ts';
import { checkedRecords } from '../checked-records.ts';
import type { RenderJob } from '../renderer.ts';

/** The first column of a document with several selections. */
export const selectionColumn = {
  name: 'selecao',
  title: 'Seleção',
  description: 'Rótulo da seleção a que o registro pertence',
  kind: 'texto',
} as const;

/**
 * Writes the column names, then every record as the engine wrote it. Throws if the number of records differs from the
 * count.
 */
export async function writeCsv(job: RenderJob): Promise<void> {
  const { model, records, targetPath, progress, signal } = job;
  if (records === undefined) throw new Error('A CSV is made of records.');
  const hasSeveral = model.selections.length > 1;
  const header = [...(hasSeveral ? [selectionColumn.name] : []), ...ordinaryColumns];
  await using file = await open(targetPath, 'wx', 0o600);
  await file.writeFile(`${csvStart}${csvRow(header)}`);
  for await (const chunk of checkedRecords(records, model, progress)) {
    signal.throwIfAborted();
    await file.writeFile(chunk);
    free(chunk);
  }
}

// Hundreds of megabytes pass in chunks that no other code holds. Left to the garbage collector, they would repeatedly
// stop the server for tens of milliseconds; freed at once, they leave it nothing to do.
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
