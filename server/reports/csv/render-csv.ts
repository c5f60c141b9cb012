import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ordinaryColumns } from '../../../shared/record-columns.ts';
import { csvRow, csvStart } from '../../ingest/csv.ts';
import { checkedRecords } from '../checked-records.ts';
import type { RenderJob } from '../renderer.ts';

/** The column in front of the others where a document has several selections. */
export const selectionColumn = {
  name: 'selecao',
  title: 'Seleção',
  description: 'Rótulo da seleção a que o registro pertence',
  kind: 'texto',
} as const;

/** Writes every record of every selection as CSV. Throws when there are not as many as the answers counted. */
export async function renderCsv(job: RenderJob): Promise<void> {
  const { model, records, targetPath, progress, signal } = job;
  if (records === undefined) throw new Error('A CSV is made of records.');
  const hasSeveral = model.selections.length > 1;
  const header = [...(hasSeveral ? [selectionColumn.name] : []), ...ordinaryColumns];
  async function* text(rows: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${csvStart}${csvRow(header)}`);
    yield* checkedRecords(rows, model, progress);
  }
  await pipeline(Readable.from(text(records)), createWriteStream(targetPath), { signal });
}
