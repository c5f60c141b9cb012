import { codeOf, StartError } from '../../platform/errors.ts';
import { NoEngineHereError, WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import { openWarehouse, type WarehouseOptions } from '../../platform/warehouse/open.ts';
import { WarehouseError, type Warehouse } from '../../platform/warehouse/warehouse.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Store } from '../../platform/store/store.ts';

/** The oldest ClickHouse release that the tests have run on: that of the embedded engine. */
const oldest = { year: 26, month: 7 };

/**
 * Opens the warehouse of the servers or of the data folder. Throws `StartError` for one that does not open or is too old.
 * The caller handles `WarehouseBusyError`.
 */
export async function reachWarehouse({
  clickhouseUrl,
  clickhouseCluster,
  dataDir,
}: Pick<WarehouseOptions, 'clickhouseUrl' | 'clickhouseCluster'> & { dataDir: string }) {
  const directory = join(dataDir, 'warehouse');
  const warehouse = await open({ clickhouseUrl, clickhouseCluster, directory });
  if (clickhouseUrl === undefined) return warehouse;
  try {
    await requireRecent(warehouse);
    return warehouse;
  } catch (error) {
    await warehouse.close();
    throw error;
  }
}

async function open(options: WarehouseOptions): Promise<Warehouse> {
  try {
    return await openWarehouse(options);
  } catch (cause) {
    if (!(cause instanceof WarehouseError) || cause instanceof WarehouseBusyError) throw cause;
    throw new StartError(openFailureMessage(cause, options.clickhouseUrl), { cause });
  }
}

/** ClickHouse's error codes for a user or password that is wrong, missing or unknown. */
const refusedCodes: readonly unknown[] = [516, 192, 193, 194];

function openFailureMessage(cause: WarehouseError, clickhouseUrl: string | undefined): string {
  if (cause instanceof NoEngineHereError) return noEngineMessage(cause.cause);
  if (clickhouseUrl === undefined) {
    return 'Não foi possível abrir o armazém de dados: confira se a pasta de DATA_DIR permite escrita. Se permite, há arquivos danificados: restaure o último backup com npm run caged -- restore <pasta> --overwrite.';
  }
  if (refusedCodes.includes(cause.engineCode)) {
    return 'O ClickHouse de CLICKHOUSE_URL recusou o usuário ou a senha: corrija-os no endereço (http://usuário:senha@servidor:8123).';
  }
  return cause.engineCode === undefined
    ? 'O ClickHouse de CLICKHOUSE_URL não respondeu: confira o endereço e a porta, e se o servidor está no ar.'
    : `O ClickHouse de CLICKHOUSE_URL respondeu com o erro ${cause.engineCode}: veja o motivo no log do ClickHouse.`;
}

function noEngineMessage(cause: unknown): string {
  const machine = `${process.platform} ${process.arch}`;
  const advice =
    codeOf(cause) === 'CHDB_PLATFORM'
      ? '. Use'
      : `: ${cause instanceof Error ? cause.message : 'motivo desconhecido'}. Se há um limite de memória (ulimit -v), tire-o; senão, rode npm install de novo. Se não bastar, use`;
  return `O banco de dados embutido não funciona neste computador (${machine})${advice} Docker ("docker compose up") ou um servidor ClickHouse em CLICKHOUSE_URL (http://usuário:senha@servidor:8123).`;
}

async function requireRecent(warehouse: Warehouse): Promise<void> {
  const [row] = await warehouse.rows<{ version: string }>({ text: 'select version() as version' });
  const sentence = tooOldClickHouse(row?.version ?? '');
  if (sentence !== undefined) throw new StartError(sentence);
}

/** The message for a ClickHouse version (`26.7.2.1`) older than the oldest tested one; undefined for others. */
export function tooOldClickHouse(version: string): string | undefined {
  const [year = 0, month = 0] = version.split('.').map(Number);
  if (year > oldest.year || (year === oldest.year && month >= oldest.month)) return undefined;
  return `O ClickHouse de CLICKHOUSE_URL é o ${version}, e este sistema precisa do ${oldest.year}.${oldest.month} ou mais novo.`;
}

/**
 * Makes sure that the warehouse belongs to this app database. The server deletes rows that no release of its app
 * database lists, so a second installation on the same warehouse would lose its data. The first installation claims the
 * warehouse. Throws `StartError` when it belongs to another one.
 */
export async function claimWarehouse(store: Store, warehouse: Warehouse): Promise<void> {
  const nameOfStore = await ownName(store);
  const owner = await ownerOf(warehouse);
  if (owner === undefined) await nameWarehouse(warehouse, nameOfStore);
  if (owner?.startsWith(transferMark)) {
    throw new StartError(
      'Uma cópia ou restauração para estes dados foi interrompida: repita o comando que a começou (npm run caged -- restore ou migrate-to), e ela continua.',
    );
  }
  if ((owner ?? (await ownerOf(warehouse))) === nameOfStore) return;
  throw new StartError(
    'O armazém de dados pertence a outra instalação (outro banco de dados do aplicativo): confira DATABASE_URL, DATA_DIR e CLICKHOUSE_URL.',
  );
}

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
