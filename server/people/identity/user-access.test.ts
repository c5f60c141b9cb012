import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accountsOver, knownPassword, testConfirmation } from '../../../tests/support/accounts.ts';
import { testStores } from '../../../tests/support/stores.ts';
import { migrate } from '../../platform/store/migrate.ts';
import { openStore } from '../../platform/store/store.ts';
import { deleteUser } from './user-access.ts';

const [sqlite] = testStores();

/** How many of the store's files contain one of the words in their bytes. */
const filesWith = (dataDir: string, words: readonly string[]) =>
  readdirSync(dataDir).filter((name) => {
    const bytes = readFileSync(join(dataDir, name));
    return words.some((word) => bytes.includes(word));
  });

test('a deleted user is in no byte of the database and its log', async () => {
  const place = await sqlite.options();
  const store = await openStore(place);
  await migrate(store);
  const accounts = await accountsOver(store);
  const chief = await accounts.person('ADMIN');
  for (let other = 0; other < 60; other += 1) await accounts.person('CLIENT');
  const ana = await accounts.person('CLIENT', { email: 'ana@residuo.com.br', lastName: 'Resíduo' });
  for (let other = 0; other < 60; other += 1) await accounts.person('CLIENT');
  await accounts.signIn(ana.email, knownPassword);
  await store.db
    .updateTable('users')
    .set({ first_name: 'Ana Maria', search_text: 'ana maria residuo ana@residuo.com.br' })
    .where('id', '=', ana.id)
    .execute();
  const words = ['ana@residuo', 'Resíduo', 'ana maria residuo'];
  expect(filesWith(place.dataDir, words)).not.toEqual([]);
  const answer = await accounts.call(chief, {
    method: 'POST',
    url: `/api/admin/users/${ana.id}/erasure`,
    payload: { email: ana.email, password: knownPassword },
  });
  expect(answer.statusCode).toBe(200);
  expect(filesWith(place.dataDir, words)).toEqual([]);
  await accounts.app.close();
  await store.close();
});

test('a deleted user gets the last mail also if the files of the reports cannot be removed', async () => {
  const accounts = await accountsOver(await sqlite.open());
  const { store, mailQueue } = accounts;
  const chief = await accounts.person('ADMIN');
  const ana = await accounts.person('CLIENT');
  await deleteUser(
    {
      store,
      mailQueue,
      clock: () => accounts.now(),
      confirmation: testConfirmation(store, () => accounts.now()),
      removeTyped: async () => undefined,
      onUserDeleted: async () => {
        throw new Error('The bucket is away.');
      },
    },
    { userId: chief.id, address: null, sessionId: null },
    ana.id,
    { email: ana.email, password: knownPassword },
  );
  await mailQueue.idle();
  expect(accounts.mails.map(({ to }) => to)).toEqual([ana.email]);
  await accounts.app.close();
});

test('rows deleted before deletions were overwritten disappear when the store is opened', async () => {
  const { dataDir } = await sqlite.options();
  const before = new BetterSqlite3(join(dataDir, 'app.sqlite'));
  before.pragma('secure_delete = off');
  before.exec('create table letters (text text)');
  for (let line = 0; line < 200; line += 1) {
    before.prepare('insert into letters values (?)').run(`ana@residuo.com.br ${line}`.repeat(20));
  }
  before.exec('delete from letters');
  before.close();
  expect(filesWith(dataDir, ['ana@residuo'])).toEqual(['app.sqlite']);
  const store = await openStore({ databaseUrl: undefined, dataDir });
  await sql`select 1 from letters`.execute(store.db);
  await store.close();
  expect(filesWith(dataDir, ['ana@residuo'])).toEqual([]);
});
