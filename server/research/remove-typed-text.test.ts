import { clearImmediate, setImmediate } from 'node:timers';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { knownHash } from '../../tests/support/accounts.ts';
import { storeRelease } from '../../tests/support/stored-release.ts';
import { testStores } from '../../tests/support/stores.ts';
import { insertUser } from '../people/identity/users.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { createdBefore, removeTextOf, typedTextRecords, withText } from './remove-typed-text.ts';

const [sqlite] = testStores();

const now = new Date();

/** An account with this many receipts of typed text. */
async function accountWithTexts(db: AppDatabase, count: number): Promise<string> {
  await storeRelease(db);
  const ana = { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Lima' };
  const account = { ...ana, companyId: null, role: 'CLIENT' } as const;
  const { id: userId } = await insertUser(db, account, await knownHash, now);
  const receipts = Array.from({ length: count }, (_, number) => ({
    id: `receipt ${number}`,
    answer_sha256: `answer ${number}`,
    question_sha256: `question ${number}`,
    release: 1,
    filters: JSON.stringify({ searchQuery: `vendedor ${number}` }),
    method: '{}',
    statistics: '{}',
    distribution_sha256: '',
    version: '1',
    created_at: now.toISOString(),
    typed_by: userId,
  }));
  await db.insertInto('receipts').values(receipts).execute();
  return userId;
}

/** The result of some work, and how many turns the event loop made meanwhile. */
async function withTurns<Result>(work: () => Promise<Result>) {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const result = await work();
  clearImmediate(next);
  return { result, turns };
}

test('the records of many typed texts are read with turns of the event loop in between', async () => {
  const { db } = await sqlite.open();
  const userId = await accountWithTexts(db, 1_000);
  const { result, turns } = await withTurns(() => typedTextRecords(db, userId));
  expect(result).toHaveLength(1_000);
  expect(result).toContainEqual({
    recibo: 'receipt 7',
    filtros: { searchQuery: 'vendedor 7' },
    criadoEm: now.toISOString(),
  });
  expect(turns).toBeGreaterThan(10);
});

test('the typed texts of a person are removed in a transaction with turns of the event loop in between', async () => {
  const { db } = await sqlite.open();
  const userId = await accountWithTexts(db, 1_000);
  const { turns } = await withTurns(() =>
    db.transaction().execute((transaction) => removeTextOf(transaction, userId, now)),
  );
  expect(await typedTextRecords(db, userId)).toEqual([]);
  expect(turns).toBeGreaterThan(20);
});

test('an index finds the texts past their period among all receipts', async () => {
  const { db } = await sqlite.open();
  const { sql, parameters } = createdBefore(new Date())(withText(db)).compile();
  const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  expect((await db.executeQuery(plan)).rows).toMatchObject([
    { detail: 'SEARCH receipts USING INDEX receipts_with_text (created_at<?)' },
  ]);
});
