import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyWarehouse } from '../../../tests/support/empty-warehouse.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { folderFiles } from '../../platform/files/folder-files.ts';
import { executedMigrations, knownMigrations, migrate } from '../../platform/store/migrate.ts';
import { openStore } from '../../platform/store/store.ts';
import { version } from '../../platform/version.ts';
import type { TransferSource } from './manifest.ts';
import { dropTables, writeInstallation } from './write-installation.ts';

const none = () => Readable.from([]);
test.each(testedStores())(
  'a copy leaves the tables of other programs as they are, in $dialect',
  async ({ dialect, options }) => {
    const place = await options();
    const store = await openStore(place);
    onTestFinished(() => store.close());
    const key = dialect === 'postgres' ? 'serial primary key' : 'integer primary key autoincrement';
    await sql`create table invoices (id ${sql.raw(key)}, paid integer)`.execute(store.db);
    for (let bill = 0; bill < 3; bill += 1) {
      await sql`insert into invoices (paid) values (0)`.execute(store.db);
    }
    await sql`delete from invoices where id = 3`.execute(store.db);
    const source: TransferSource = {
      manifest: {
        format: 1,
        installation: randomUUID(),
        version,
        createdAt: new Date().toISOString(),
        migrations: knownMigrations(),
        app: [],
        warehouse: [],
        files: [],
        fingerprint: null,
      },
      rows: none,
      lines: none,
      file: none,
    };
    const { dataDir } = place;
    const target = { store, warehouse: emptyWarehouse, files: folderFiles(dataDir), dataDir };
    await writeInstallation(source, target, () => undefined);
    // The number of a deleted invoice is not given again.
    const { rows } = await sql`insert into invoices (paid) values (0) returning id`.execute(
      store.db,
    );
    expect(rows).toEqual([{ id: 4 }]);
  },
);

test.each(testedStores())(
  'an app database whose tables were dropped is migrated as a new one, in $dialect',
  async ({ dialect, options }) => {
    const { dataDir, ...place } = await options();
    const store = await openStore({ dataDir, ...place });
    onTestFinished(() => store.close());
    await migrate(store);
    const functions = async () =>
      dialect === 'postgres'
        ? (await sql`select 1 from pg_proc where proname like 'audit_%'`.execute(store.db)).rows
        : [];
    const created = await functions();
    if (dialect === 'postgres')
      await sql`create schema authorization current_user`.execute(store.db);
    await dropTables({ db: store.db, dataDir });
    expect([await executedMigrations(store.db), await functions()]).toEqual([[], []]);
    await migrate(store);
    expect(await functions()).toHaveLength(created.length);
  },
);
