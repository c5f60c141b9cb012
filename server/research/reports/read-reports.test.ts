import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { knownHash } from '../../../tests/support/accounts.ts';
import { storeRelease } from '../../../tests/support/stored-release.ts';
import { testStores } from '../../../tests/support/stores.ts';
import { insertUser } from '../../people/identity/users.ts';
import { activeReports, listReports, readDocument, reportsById } from './read-reports.ts';

const [sqlite] = testStores();

async function storeWithReader(now: Date) {
  const store = await sqlite.open();
  await storeRelease(store.db);
  const newcomer = { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Lima' };
  const account = { ...newcomer, companyId: null, role: 'CLIENT' } as const;
  const { id } = await insertUser(store.db, account, await knownHash, now);
  return { store, reader: { id, companyId: null, role: 'CLIENT' } as const };
}

test('a list of reports reads no description, which is long, and a poll of them no query', async () => {
  const now = new Date();
  const { store, reader } = await storeWithReader(now);
  await store.db
    .insertInto('reports')
    .values({
      id: 'report',
      user_id: reader.id,
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
  expect((await listReports(deps, reader, { page: 1, pageSize: 20 })).reports).toHaveLength(1);
  expect([...columns]).not.toContain('description');
  columns.clear();
  expect([...(await activeReports(deps, reader, { ids: [], since: '' })).keys()]).toEqual([
    'report',
  ]);
  expect([...columns]).not.toContain('selections');
  expect(await reportsById(deps, reader, ['report'])).toMatchObject([{ name: 'Vendedores' }]);
  expect([...columns]).not.toContain('description');
  expect(await readDocument(deps, reader, 'report')).toMatchObject({ description: '{}' });
});

test('active reports include the known ones, however many newer ones there are', async () => {
  const now = new Date();
  const { store, reader } = await storeWithReader(now);
  const deps = { store, clock: () => now };
  const begin = (numbers: readonly number[]) =>
    store.db
      .insertInto('reports')
      .values(
        numbers.map((number) => ({
          id: `report ${number}`,
          user_id: reader.id,
          type: 'CSV',
          name: 'Vendedores',
          selections: JSON.stringify([{ cbo: '521110' }]),
          release: 1,
          status: 'GENERATING',
          created_at: new Date(now.getTime() + number).toISOString(),
        })),
      )
      .execute();
  const activeWith = async (ids: readonly string[]) => [
    ...(await activeReports(deps, reader, { ids, since: now.toISOString() })).keys(),
  ];

  await begin([...Array(210).keys()]);
  const known = await activeWith([]);
  expect([known.length, known.at(0), known.at(-1)]).toEqual([200, 'report 209', 'report 10']);
  await begin([210, 211]);
  expect(await activeWith(known)).toEqual(['report 211', 'report 210', ...known]);
  await store.db.deleteFrom('reports').where('id', '=', 'report 100').execute();
  expect(await activeWith(known)).not.toContain('report 100');
});
