import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { knownHash } from '../../../tests/support/accounts.ts';
import { storeRelease } from '../../../tests/support/stored-release.ts';
import { testStores } from '../../../tests/support/stores.ts';
import { insertUser } from '../../people/identity/users.ts';
import { activeReports, listReports, readDocument } from './read-reports.ts';

const [sqlite] = testStores();

test('a list of reports reads no description, which is long', async () => {
  const store = await sqlite.open();
  const now = new Date();
  await storeRelease(store.db);
  const newcomer = { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Lima' };
  const account = { ...newcomer, companyId: null, role: 'CLIENT' } as const;
  const { id: userId } = await insertUser(store.db, account, await knownHash, now);
  await store.db
    .insertInto('reports')
    .values({
      id: 'report',
      user_id: userId,
      type: 'CSV',
      name: 'Vendedores',
      selections: JSON.stringify([{ cbo: '521110' }]),
      release: 1,
      status: 'COMPLETED',
      file: 'ana.csv',
      description: '{}',
      created_at: now.toISOString(),
      finished_at: now.toISOString(),
    })
    .execute();

  const columns = new Set<string>();
  const noted: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      for (const name of result.rows.flatMap((row) => Object.keys(row))) columns.add(name);
      return result;
    },
  };
  const deps = { store: { ...store, db: store.db.withPlugin(noted) }, clock: () => now };
  const reader = { id: userId, companyId: null, role: 'CLIENT' } as const;
  expect((await listReports(deps, reader, { page: 1, pageSize: 20 })).reports).toHaveLength(1);
  expect(await activeReports(deps, reader, { ids: [], since: '' })).toHaveLength(1);
  expect([...columns]).not.toContain('description');
  expect(await readDocument(deps, reader, 'report')).toMatchObject({ description: '{}' });
});
