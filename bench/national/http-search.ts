import { request, type Agent } from 'node:http';
import type { Filters } from './questions.ts';

/** Sends a search as a browser does and reads its answer to the end without looking at it. */
export function search(
  address: string,
  agent: Agent,
  cookie: string,
  filters: Filters,
): Promise<string> {
  const body = JSON.stringify({ filters });
  return new Promise((resolve) => {
    const call = request(`${address}/api/search`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'accept-encoding': 'gzip, deflate, br, zstd',
        cookie,
      },
    });
    call.on('error', (error) => resolve('code' in error ? String(error.code) : error.name));
    call.on('response', (answer) => {
      answer.on('end', () => resolve(String(answer.statusCode)));
      answer.on('error', () => resolve('broken off'));
      answer.resume();
    });
    call.end(body);
  });
}
