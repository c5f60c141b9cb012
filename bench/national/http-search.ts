import { once } from 'node:events';
import { request, type Agent, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../shared/contracts/failure.ts';
import { firstPageSize } from '../../shared/contracts/search.ts';
import type { Filters } from './queries.ts';

interface SearchClient {
  readonly address: string;
  readonly agent: Agent;
  readonly cookie: string;
}

/** Sends a search as the search screen does, reads the whole response without parsing it, and returns the status. */
export async function search(
  address: string,
  agent: Agent,
  cookie: string,
  filters: Filters,
): Promise<string> {
  return (await sent({ address, agent, cookie }, filters)).status;
}

/**
 * `search` with the page's retries: repeats a queued query at the time that the server states, until it is answered.
 * Returns the last status, and how often the response reported a queue position.
 */
export async function searchWithRetries(
  client: SearchClient,
  filters: Filters,
): Promise<{ readonly status: string; readonly retries: number }> {
  for (let retries = 0; ; retries += 1) {
    const { status, retryAfterSeconds } = await sent(client, filters, { prefer: 'wait=4' });
    if (retryAfterSeconds === undefined) return { status, retries };
    await sleep(retryAfterSeconds * 1000);
  }
}

async function sent(
  { address, agent, cookie }: SearchClient,
  filters: Filters,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: string; readonly retryAfterSeconds?: number }> {
  const body = JSON.stringify({ filters, pageSize: firstPageSize, distribution: 'separate' });
  const call = request(`${address}/api/search`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'gzip, deflate, br, zstd',
      cookie,
      ...headers,
    },
  });
  try {
    call.end(body);
    const answer: IncomingMessage = (await once(call, 'response'))[0];
    const status = String(answer.statusCode);
    if (status !== '503') {
      answer.resume();
      await once(answer, 'end');
      return { status };
    }
    const failure = Failure.safeParse(JSON.parse(await text(answer)));
    const hasPlace = failure.success && failure.data.queue !== undefined;
    return hasPlace
      ? { status, retryAfterSeconds: Number(answer.headers['retry-after'] ?? 5) }
      : { status };
  } catch (error) {
    return {
      status: error instanceof Error && 'code' in error ? String(error.code) : 'broken off',
    };
  }
}
