import { randomUUID } from 'node:crypto';
import { StartError } from '../../platform/start-error.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';

/**
 * Makes sure that the warehouse belongs to this app database. The server deletes rows that no release of its app
 * database lists, so a second installation on the same warehouse would lose its data. The first installation claims the
 * warehouse. Throws `StartError` when it belongs to another one.
 */
export async function claimWarehouse(store: Store, warehouse: Warehouse): Promise<void> {
  const own = await ownName(store);
  const owner = await ownerOf(warehouse);
  if (owner === undefined) await nameWarehouse(warehouse, own);
  if (owner?.startsWith(transferMark)) {
    throw new StartError(
      'Uma cópia ou restauração para estes dados foi interrompida: repita o comando que a começou (npm run caged -- restore ou migrate-to), e ela continua.',
    );
  }
  if ((owner ?? (await ownerOf(warehouse))) === own) return;
  throw new StartError(
    'O armazém de dados pertence a outra instalação (outro banco de dados do aplicativo): confira DATABASE_URL, DATA_DIR e CLICKHOUSE_URL.',
  );
}

/** Stores the name of the warehouse's owner. */
export const nameWarehouse = (warehouse: Warehouse, name: string): Promise<void> =>
  warehouse.run({
    text: 'insert into installation (name) select {name:String}',
    params: { name },
  });

/** Prefix of the name that replaces the owner's while a transfer writes an installation into the warehouse. */
export const transferMark = 'transfer:';

async function ownName({ db }: Store): Promise<string> {
  await db
    .insertInto('installation')
    .values({ id: 1, name: randomUUID() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await db.selectFrom('installation').select('name').executeTakeFirstOrThrow();
  return row.name;
}

// When two installations claim the warehouse at the same moment, both names are stored, and both take the smaller one
// as the owner's. A name begins with a hexadecimal digit, so it sorts before the mark of the transfer that copied it.
async function ownerOf(warehouse: Warehouse): Promise<string | undefined> {
  const [row] = await warehouse.rows<{ name: string }>({
    text: 'select name from installation order by name limit 1',
  });
  return row?.name;
}
