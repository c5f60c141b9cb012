import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askAtDoor, openDoor } from './door.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

const door = 'TEST_POSTGRES_DOOR';

/** One PostgreSQL for a whole run of tests, started when the first of its processes asks at the door. */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'caged-postgres-'));
  let server: PostgresServer | undefined;
  const path = `${directory}.door`;
  const closeDoor = await openDoor(path, async () => {
    server = await startOwnPostgres(directory);
    return directory;
  });
  process.env[door] = path;
  return async () => {
    closeDoor();
    await server?.stop();
  };
}

/** The directory of the run's server; undefined outside of a run of tests. */
export async function maybeSharedPostgres(): Promise<string | undefined> {
  const path = process.env[door];
  return path === undefined ? undefined : askAtDoor(path);
}

/** A server without a promise to keep what it has, for as many processes as tests run in. */
export function startOwnPostgres(directory: string): Promise<PostgresServer> {
  const settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '200' };
  return startPostgres({ directory, settings, isKept: false });
}
