import { openPreparedWarehouse } from '../installation.ts';
import { rejectedLinesCsv } from '../ingest/rejections.ts';
import { WarehouseBusyError } from '../warehouse/engine-error.ts';
import type { CommandContext } from './context.ts';

/** Writes the rejected lines of a file, given by its number in the tables of `import` and `status`, as CSV. */
export async function printRejections(
  { config, store }: CommandContext,
  [number]: readonly string[],
): Promise<number> {
  if (number === undefined || !/^\d{1,9}$/.test(number)) {
    console.error('Informe o número do arquivo, como aparece na tabela do carregamento.');
    return 2;
  }
  try {
    const warehouse = await openPreparedWarehouse(config, store);
    try {
      for await (const chunk of rejectedLinesCsv(warehouse, Number(number))) {
        process.stdout.write(chunk);
      }
    } finally {
      await warehouse.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof WarehouseBusyError)) throw error;
    console.error(
      'O servidor está no ar e usa estes dados: baixe as linhas rejeitadas em /api/uploads/{id}/files/{número}/rejections.csv, ou pare o servidor.',
    );
    return 1;
  }
}
