import { listedRecords, type ReportModel } from './model.ts';

const newline = 0x0a;

/**
 * The records as they come, each told by the newline that ends it: no published text has one of its own. Throws when
 * there are not as many as the answers counted, so that what broke off is never taken for all.
 */
export async function* checkedRecords(
  chunks: AsyncIterable<Uint8Array>,
  model: ReportModel,
  onShare: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  const counted = listedRecords(model);
  let come = 0;
  for await (const chunk of chunks) {
    come += rowsEndingIn(chunk);
    yield chunk;
    onShare(Math.min(1, come / Math.max(1, counted)));
  }
  if (come !== counted)
    throw new Error(`The answers counted ${counted} records, and ${come} came.`);
}

function rowsEndingIn(chunk: Uint8Array): number {
  let rows = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1;
  return rows;
}
