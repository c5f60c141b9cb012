import { StartError } from '../../platform/start-error.ts';
import { NoEngineHereError, WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import { openWarehouse, type WarehouseOptions } from '../../platform/warehouse/open.ts';
import { WarehouseError, type Warehouse } from '../../platform/warehouse/warehouse.ts';

/** The oldest ClickHouse release that the tests have run on: that of the embedded engine. */
const oldest = { year: 26, month: 7 };

/**
 * Opens a warehouse. Throws `StartError` for one that does not open or is too old. The caller handles
 * `WarehouseBusyError`.
 */
export async function reachWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  const warehouse = await open(options);
  if (options.clickhouseUrl === undefined) return warehouse;
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
    throw new StartError(hindrance(cause, options.clickhouseUrl), { cause });
  }
}

/** ClickHouse's error codes for a user or password that is wrong, missing or unknown. */
const refusedCodes: readonly unknown[] = [516, 192, 193, 194];

function hindrance(cause: WarehouseError, clickhouseUrl: string | undefined): string {
  if (cause instanceof NoEngineHereError) return noEngine;
  if (clickhouseUrl === undefined) {
    return 'Não foi possível abrir o armazém de dados: confira se a pasta de DATA_DIR permite escrita.';
  }
  if (refusedCodes.includes(cause.engineCode)) {
    return 'O ClickHouse de CLICKHOUSE_URL recusou o usuário ou a senha: corrija-os no endereço (http://usuário:senha@servidor:8123).';
  }
  return cause.engineCode === undefined
    ? 'O ClickHouse de CLICKHOUSE_URL não respondeu: confira o endereço e a porta, e se o servidor está no ar.'
    : `O ClickHouse de CLICKHOUSE_URL respondeu com o erro ${cause.engineCode}: o log do servidor diz o motivo.`;
}

const noEngine = `O motor embutido não existe para este computador (${process.platform} ${process.arch}). Há dois caminhos: Docker ("docker compose up"), ou um servidor ClickHouse em CLICKHOUSE_URL (http://usuário:senha@servidor:8123).`;

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
