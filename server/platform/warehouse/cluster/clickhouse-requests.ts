import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Address } from './addresses.ts';
import { exceptionHeader, untilException } from './late-exception.ts';
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
export async function written(
  request: Request,
  format: string,
  { client }: Address,
): Promise<Readable> {
  const query = `${request.query}\nformat ${format}`;
  const { stream, response_headers } = await client.exec({ ...request, query });
  const tag = response_headers[exceptionHeader];
  return typeof tag === 'string' ? untilException(stream, tag) : stream;
}

/** Runs a statement without a result. */
export async function done(request: Request, { client }: Address): Promise<void> {
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
