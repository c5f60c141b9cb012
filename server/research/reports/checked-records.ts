import { listedRecords, type ReportModel } from './model.ts';

const newline = 0x0a;

/**
 * Passes the records on and counts the newlines that end them; no published text contains a newline. Throws if the
 * count differs from the responses' count, so that truncated records never pass for complete ones.
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
