import { openCheckedWarehouse } from '../installation/checked-warehouse.ts';
import { releaseFingerprint } from '../../registry/releases/fingerprint.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import type { CommandContext } from './context.ts';

/** Prints the fingerprint of the current release, so that an operator can compare two installations. */
export async function printFingerprint({ config, store }: CommandContext): Promise<number> {
  try {
    const warehouse = await openCheckedWarehouse(config, store);
    try {
      const release = await currentRelease(store);
      const { rows, lines, exclusions, digest } = await releaseFingerprint(warehouse, release);
      console.log(
        `${digest}  ${lines} linhas, ${exclusions} exclusões, ${rows} registros no armazém`,
      );
    } finally {
      await warehouse.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof WarehouseBusyError)) throw error;
    console.error('O servidor está no ar e usa estes dados. Pare-o e repita o comando.');
    return 1;
  }
}
