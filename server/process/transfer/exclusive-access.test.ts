import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../platform/store/store.ts';
import { maybeFailureMessage } from '../installation/failure-message.ts';
import { withExclusiveAccess } from './exclusive-access.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'exclusive-access-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const place = () => ({ databaseUrl: undefined, dataDir });
const attempt = () => withExclusiveAccess(place(), async () => 'done');

test('an app database that a process has open is refused, and one that none has open is not changed', async () => {
  const store = await openStore(place());
  await expect(attempt()).rejects.toThrow('Outro processo, talvez o servidor, usa estes dados');
  await sql`create table after_refusal (id integer)`.execute(store.db);
  await store.close();
  const before = await readdir(dataDir);
  expect(await attempt()).toBe('done');
  expect(await readdir(dataDir)).toEqual(before);
  const again = await openStore(place());
  const { rows } = await sql`pragma journal_mode`.execute(again.db);
  expect(rows).toEqual([{ journal_mode: 'wal' }]);
  await again.close();
});

test('a folder without an app database, or with a damaged one, is free', async () => {
  expect(await attempt()).toBe('done');
  await writeFile(join(dataDir, 'app.sqlite'), 'no database at all '.repeat(500));
  expect(await attempt()).toBe('done');
});

test('a folder in which the lock cannot be created is reported', async () => {
  await mkdir(join(dataDir, 'transfer.lock'));
  const refusal: unknown = await attempt().catch((error: unknown) => error);
  expect(maybeFailureMessage(refusal)).toContain('Não é possível gravar');
});
