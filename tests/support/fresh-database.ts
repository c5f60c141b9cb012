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

/** Makes an empty PostgreSQL database, on the server of the run of tests or one of this process, and answers its address. */
export const freshDatabase = (): Promise<string> => copyOf('template0');

/** The same with the current schema: migrated once for the process, and copied. */
export async function migratedDatabase(): Promise<string> {
  migrated ??= makeMigrated();
  return copyOf(await migrated);
}

/** Copies a database to which nobody is connected. */
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
