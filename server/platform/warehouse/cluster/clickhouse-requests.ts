import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Address } from './addresses.ts';
import type { Settings } from '../query-settings.ts';
import type { SqlValue } from '../warehouse.ts';

/** The parameters of every client call. */
export interface Request {
  readonly query: string;
  readonly query_id: string;
  readonly query_params: Record<string, SqlValue>;
  readonly clickhouse_settings: Settings;
}

/** Timeout for statements that must not wait. */
export const controlTimeoutMs = 5_000;

/** A select's result as the server sends it. If an error occurs in the middle, the stream fails with it. */
export async function resultOf(
  request: Request,
  format: string,
  { client }: Address,
): Promise<Readable> {
  const query = `${request.query}\nformat ${format}`;
  const { stream, response_headers } = await client.exec({ ...request, query });
  const tag = response_headers[exceptionHeader];
  return typeof tag === 'string' ? untilException(stream, tag) : stream;
}

export async function runToEnd(request: Request, { client }: Address): Promise<void> {
  const { stream } = await client.exec(request);
  await finished(stream.resume());
}

/** Kills the queries whose ID starts with `tag`. If the server is unavailable, the query's own time limit ends it. */
export async function kill(tag: string, { control }: Address): Promise<void> {
  await control
    .command({
      query: 'kill query where startsWith(query_id, {tag:String}) async',
      query_params: { tag },
      abort_signal: AbortSignal.timeout(controlTimeoutMs),
    })
    .catch(() => {});
}

/**
 * A server that fails in the middle of a response has already sent status 200. It then writes its error after the rows,
 * in a frame whose tag it announced in this header:
 * `\r\n__exception__\r\n<tag>\r\n<message>\n<length> <tag>\r\n__exception__\r\n`.
 */
const exceptionHeader = 'x-clickhouse-exception-tag';

/** The bytes of a response without the error frame. Fails with the frame's error, wherever the chunks are cut. */
export function untilException(source: Readable, tag: string): Readable {
  const frame = Buffer.from(`\r\n__exception__\r\n${tag}`);
  let isFailing = false;
  /** Bytes that are not passed on yet: the frame, or a possible beginning of it. */
  let held: Buffer = Buffer.alloc(0);
  const passable = (chunk: Buffer): Buffer => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (isFailing) return Buffer.alloc(0);
    const at = held.indexOf(frame);
    isFailing = at !== -1;
    const passes = isFailing ? at : held.length - begunAtEnd(held, frame);
    const passed = held.subarray(0, passes);
    held = held.subarray(passes);
    return passed;
  };
  const target = new Readable({ read: () => void source.resume() });
  source.on('data', (chunk: Buffer) => {
    const passed = passable(chunk);
    if (passed.length > 0 && !target.push(passed)) source.pause();
  });
  source.on('end', () => {
    if (isFailing) return target.destroy(exceptionOf(held, frame));
    target.push(held);
    target.push(null);
  });
  source.on('error', (error) => {
    // The server ends the connection at once: a source that waited for a slow reader may still hold the frame.
    for (let left: unknown; Buffer.isBuffer((left = source.read()));) passable(left);
    target.destroy(isFailing ? exceptionOf(held, frame) : error);
  });
  return target;
}

/** How many bytes at the end match the beginning of the frame. */
function begunAtEnd(bytes: Buffer, frame: Buffer): number {
  for (let length = Math.min(bytes.length, frame.length - 1); length > 0; length--) {
    if (bytes.subarray(-length).equals(frame.subarray(0, length))) return length;
  }
  return 0;
}

const exceptionOf = (failure: Buffer, frame: Buffer) =>
  new Error(failure.toString('utf8', frame.length).trim().split('\n')[0]);
