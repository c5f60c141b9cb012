import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { groupedWrites } from './grouped-writes.ts';
import type { Store } from './store.ts';

const names = (count: number) => Array.from({ length: count }, (_, place) => `company ${place}`);

describe.each(testedStores())('writes of one moment in $dialect', ({ open }) => {
  let store: Store;
  /** The transaction of each attempt to write a company, including failed ones. */
  let transactions: unknown[];
  let write: (name: string) => Promise<string>;

  beforeEach(async () => {
    store = await open();
    transactions = [];
    write = groupedWrites(store.db, async (transaction, name: string) => {
      transactions.push(transaction);
      const now = new Date().toISOString();
      const id = randomUUID();
      const cnpj = id.replaceAll('-', '').slice(0, 14);
      await transaction
        .insertInto('companies')
        .values({ id, name, cnpj, created_at: now, updated_at: now })
        .execute();
      if (name === 'refused') throw new Error('It is refused.');
      return `${name} written`;
    });
  });

  const stored = async () =>
    (await store.db.selectFrom('companies').select('name').execute()).map(({ name }) => name);

  test('share one transaction, and each gets its own result', async () => {
    const answers = await Promise.all(names(20).map(write));
    expect(answers).toEqual(names(20).map((name) => `${name} written`));
    expect(new Set(await stored())).toEqual(new Set(names(20)));
    expect(new Set(transactions).size).toBe(1);
  });

  test('are split into several transactions above the limit, and none is lost or repeated', async () => {
    await Promise.all(names(100).map(write));
    expect((await stored()).toSorted()).toEqual(names(100).toSorted());
    expect(new Set(transactions).size).toBe(4);
  });

  test('fail separately', async () => {
    const requested = ['first', 'refused', 'last'];
    const ended = await Promise.allSettled(requested.map(write));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored()).toSorted()).toEqual(['first', 'last']);
    expect(await write('later')).toBe('later written');
  });
});
