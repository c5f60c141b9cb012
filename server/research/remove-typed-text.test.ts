import { clearImmediate, setImmediate } from 'node:timers';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { knownHash } from '../../tests/support/accounts.ts';
import { storeRelease } from '../../tests/support/stored-release.ts';
import { testStores } from '../../tests/support/stores.ts';
import { insertUser } from '../people/identity/users.ts';
import { createdBefore, typedTextRecords, withText } from './remove-typed-text.ts';

const [sqlite] = testStores();

test('the records of many typed texts are read with turns of the event loop in between', async () => {
  const { db } = await sqlite.open();
  const now = new Date();
  await storeRelease(db);
  const ana = { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Lima' };
  const account = { ...ana, companyId: null, role: 'CLIENT' } as const;
  const { id: userId } = await insertUser(db, account, await knownHash, now);
  const receipts = Array.from({ length: 1_000 }, (_, number) => ({
    id: `receipt ${number}`,
    answer_sha256: `answer ${number}`,
    question_sha256: `question ${number}`,
    release: 1,
    filters: JSON.stringify({ cargo: `vendedor ${number}` }),
    method: '{}',
    statistics: '{}',
    distribution_sha256: '',
    version: '1',
    created_at: now.toISOString(),
    typed_by: userId,
  }));
  await db.insertInto('receipts').values(receipts).execute();

  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const records = await typedTextRecords(db, userId);
  clearImmediate(next);
  expect(records).toHaveLength(receipts.length);
  expect(records).toContainEqual({
    recibo: 'receipt 7',
    filtros: { cargo: 'vendedor 7' },
    criadoEm: now.toISOString(),
  });
  expect(turns).toBeGreaterThan(10);
});

test('an index finds the texts past their period among all receipts', async () => {
  const { db } = await sqlite.open();
  const { sql, parameters } = createdBefore(new Date())(withText(db)).compile();
  const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  expect((await db.executeQuery(plan)).rows).toMatchObject([
    { detail: 'SEARCH receipts USING INDEX receipts_with_text (created_at<?)' },
  ]);
});
