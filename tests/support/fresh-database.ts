import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../server/platform/store/migrate.ts';
import { openStore } from '../../server/platform/store/store.ts';
import { addressOf } from './postgres-server.ts';
import { maybeSharedPostgres, startOwnPostgres } from './shared-postgres.ts';

let server: Promise<string> | undefined;
let migrated: Promise<string> | undefined;
let databases = 0;

/** Makes an empty PostgreSQL database, on the server of the test run or of this process, and returns its address. */
export const freshDatabase = (): Promise<string> => copyOf('template0');

/** The same with the current schema: migrated once per process, then copied. */
export async function migratedDatabase(): Promise<string> {
  migrated ??= makeMigrated();
  return copyOf(await migrated);
}

/** Copies a database that has no open connections. */
export const copiedDatabase = (databaseUrl: string): Promise<string> => copyOf(nameOf(databaseUrl));

async function makeMigrated(): Promise<string> {
  const databaseUrl = await freshDatabase();
  const store = await openStore({ databaseUrl, dataDir: '' });
  await migrate(store);
  await store.close();
  return nameOf(databaseUrl);
}

const nameOf = (databaseUrl: string) => databaseUrl.slice(databaseUrl.lastIndexOf('/') + 1);

async function copyOf(template: string): Promise<string> {
  server ??= startServer();
  const directory = await server;
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  const client = new Client({ connectionString: addressOf(directory, 'postgres') });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
  return addressOf(directory, name);
}

async function startServer(): Promise<string> {
  const shared = await maybeSharedPostgres();
  if (shared !== undefined) return shared;
  const directory = mkdtempSync(join(tmpdir(), 'caged-postgres-'));
  await startOwnPostgres(directory);
  return directory;
}
