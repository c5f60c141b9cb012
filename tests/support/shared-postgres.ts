import { once } from 'node:events';
import { createServer, createConnection } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

/** The environment variable with the path of the socket that starts the run's server. */
const socketVariable = 'TEST_POSTGRES_SOCKET';

/** One PostgreSQL for a whole test run, started when the first of its processes connects to a socket. */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'caged-postgres-'));
  let server: Promise<PostgresServer> | undefined;
  const starter = createServer((request) => {
    server ??= startOwnPostgres(directory);
    server.then(
      () => request.end(directory),
      (error: unknown) => request.end(`failed: ${String(error)}`),
    );
  });
  const path = `${directory}.socket`;
  starter.listen(path);
  await once(starter, 'listening');
  process.env[socketVariable] = path;
  return async () => {
    starter.close();
    await (await server)?.stop();
  };
}

/** The directory of the run's server; undefined outside a test run. */
export async function maybeSharedPostgres(): Promise<string | undefined> {
  const path = process.env[socketVariable];
  if (path === undefined) return undefined;
  const answer = await text(createConnection(path));
  if (answer.startsWith('failed: ')) throw new Error(answer);
  return answer;
}

/** A server without durability, with enough connections for all test processes. */
export function startOwnPostgres(directory: string): Promise<PostgresServer> {
  const settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '200' };
  return startPostgres({ directory, settings, isPersistent: false });
}
