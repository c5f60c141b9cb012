import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaudoQuery } from '../../../shared/contracts/receipts.ts';
import { engineBackend } from '../../answers/present/answer.ts';
import { AppError } from '../../platform/errors.ts';
import { version } from '../../platform/version.ts';
import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import { makeLaudo } from '../../research/laudo/make-laudo.ts';
import { openPreparedWarehouse } from '../installation/installation.ts';
import type { CommandContext } from './context.ts';

const timeoutMs = 10 * 60_000;

/** Writes the laudo of a receipt, given by its id or address, as a ZIP: `<recibo> <arquivo.zip> [AAAAMM]`. */
export async function writeLaudo(
  { config, store, clock }: CommandContext,
  [receipt = '', target = '', month]: readonly string[],
): Promise<number> {
  const query = LaudoQuery.safeParse({ mes: month });
  if (!query.success) {
    console.error('Informe o mês como AAAAMM, por exemplo 202606.');
    return 2;
  }
  const receiptId = receipt.split('/').at(-1) ?? '';
  if (await isThere(target)) {
    console.error(`Já existe ${target}. Escolha outro nome.`);
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), 'caged-laudo-'));
  try {
    const warehouse = await openPreparedWarehouse(config, store);
    try {
      const siteAddress = () => config.publicUrl ?? `http://${config.host}:${config.port}`;
      const deps = { store, warehouse, backend: engineBackend, clock, version, siteAddress };
      const signal = AbortSignal.timeout(timeoutMs);
      const asked = { receiptId, realMonth: query.data.mes };
      await copyFile(await makeLaudo(deps, asked, { folder, signal, timeoutMs }), target);
    } finally {
      await warehouse.close();
    }
    console.log(`Laudo gravado em ${target}`);
    return 0;
  } catch (error) {
    if (error instanceof WarehouseBusyError) {
      console.error(
        `O servidor está no ar e usa estes dados: baixe em /api/receipts/${receiptId}/laudo, ou pare o servidor.`,
      );
    } else if (error instanceof AppError) console.error(error.message);
    else throw error;
    return 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
