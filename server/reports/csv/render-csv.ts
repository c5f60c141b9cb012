import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvRow, csvStart } from '../../ingest/csv.ts';
import type { RecordChunk, ReportSelection } from '../model.ts';
import type { RenderJob } from '../renderer.ts';
import { recordColumns, selectionColumn } from './columns.ts';

/** Writes every record of every selection as CSV. Throws when there are not as many as the answers counted. */
export async function renderCsv(job: RenderJob): Promise<void> {
  const { model, records, targetPath, progress, signal } = job;
  if (records === undefined) throw new Error('A CSV is made of records.');
  const counted = model.selections.reduce((sum, { answer }) => sum + answer.totalCount, 0);
  let written = 0;
  async function* told(chunks: AsyncIterable<RecordChunk>): AsyncGenerator<RecordChunk> {
    for await (const chunk of chunks) {
      yield chunk;
      written += chunk.records.length;
      if (counted > 0) progress(Math.min(1, written / counted));
    }
  }
  await pipeline(Readable.from(csvText(model, told(records))), createWriteStream(targetPath), {
    signal,
  });
  if (written !== counted) {
    throw new Error(`The answers counted ${counted} records, and ${written} came.`);
  }
}

/** The text of a CSV in pieces, beginning with the columns' names. */
export async function* csvText(
  { selections }: { readonly selections: readonly Pick<ReportSelection, 'label'>[] },
  records: AsyncIterable<RecordChunk>,
): AsyncGenerator<string> {
  const hasSeveral = selections.length > 1;
  const names = recordColumns.map(({ name }) => name);
  yield `${csvStart}${csvRow(hasSeveral ? [selectionColumn.name, ...names] : names)}`;
  for await (const chunk of records) {
    const label = selections[chunk.selection]?.label ?? null;
    yield chunk.records
      .map((record) => {
        const cells = recordColumns.map(({ read }) => read(record));
        return csvRow(hasSeveral ? [label, ...cells] : cells);
      })
      .join('');
  }
}
