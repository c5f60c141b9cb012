import { openPreparedWarehouse } from '../installation/installation.ts';
import { rejectedLinesCsv } from '../../registry/ingest/rejections.ts';
import { unmatchedCsv } from '../../registry/ingest/unmatched.ts';
import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { CommandContext } from './context.ts';

/**
 * Writes the rejected lines of a file as CSV. The argument is the file's number in the tables of `import` and `status`.
 */
export async function printRejections(
  context: CommandContext,
  [number]: readonly string[],
): Promise<number> {
  if (number === undefined || !/^\d{1,9}$/.test(number)) {
    console.error('Informe o número do arquivo, como aparece na tabela do carregamento.');
    return 2;
  }
  const file = await context.store.db
    .selectFrom('upload_files')
    .select('upload_id')
    .where('batch', '=', Number(number))
    .executeTakeFirst();
  if (file === undefined) {
    console.error(
      `Não há arquivo de número ${number}. Veja os números em: npm run caged -- status`,
    );
    return 1;
  }
  const address = `/api/uploads/${file.upload_id}/files/${number}/rejections.csv`;
  return printCsv(context, (warehouse) => rejectedLinesCsv(warehouse, Number(number)), address);
}

/** Writes the exclusions of the current release that match no loaded line, as CSV. */
export async function printUnmatched(context: CommandContext): Promise<number> {
  const csv = (warehouse: Warehouse) => unmatchedCsv(context.store, warehouse);
  return printCsv(context, csv, '/api/release/unmatched-exclusions.csv');
}

async function printCsv(
  { config, store }: CommandContext,
  csv: (warehouse: Warehouse) => AsyncIterable<string>,
  address: string,
): Promise<number> {
  try {
    const warehouse = await openPreparedWarehouse(config, store);
    try {
      for await (const chunk of csv(warehouse)) process.stdout.write(chunk);
    } finally {
      await warehouse.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof WarehouseBusyError)) throw error;
    console.error(
      `O servidor está no ar e usa estes dados: baixe em ${address}, ou pare o servidor.`,
    );
    return 1;
  }
}
