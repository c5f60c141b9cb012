import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/support/fresh-database.ts';
import { migrate } from './migrate.ts';
import { openStore } from './store.ts';

test.each([
  ['create role $ login', 'não pode criar tabelas', (role: string) => role],
  [
    'alter database $ set default_transaction_read_only = on',
    'só permite leitura',
    () => 'postgres',
  ],
])(
  'a database of PostgreSQL after "%s" is refused in one line',
  async (change, refusal, userOf) => {
    const databaseUrl = await freshDatabase();
    const name = databaseUrl.slice(databaseUrl.lastIndexOf('/') + 1);
    const owner = await openStore({ databaseUrl, dataDir: '' });
    await sql.raw(change.replace('$', name)).execute(owner.db);
    await owner.close();
    const ownUrl = databaseUrl.replace('postgres@', `${userOf(name)}@`);
    const store = await openStore({ databaseUrl: ownUrl, dataDir: '' });
    await expect(migrate(store)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(refusal),
    });
    await store.close();
  },
);
