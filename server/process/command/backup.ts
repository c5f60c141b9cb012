import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFiles } from '../../platform/files/open-files.ts';
import { openCheckedWarehouse } from '../installation/checked-warehouse.ts';
import { createLogger } from '../installation/log.ts';
import { installationSecret } from '../installation/secret.ts';
import { requireNewFolder } from '../transfer/backup-folder.ts';
import { BackupSeal } from '../transfer/backup-seal.ts';
import { backupRunner, findBackup, queueBackup } from '../transfer/backup-jobs.ts';
import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import type { CommandContext } from './context.ts';
import { listenForLeaving } from './listen-for-leaving.ts';

const LOOK_EVERY_MS = 300;
const TRY_EVERY_TURNS = 10;

/**
 * Writes a backup of both databases and the files into a new folder. If a server has the embedded warehouse open, the
 * server makes the backup while it serves users, and this command follows it. Returns 1 when the backup failed.
 */
export async function makeBackup(
  context: CommandContext,
  [folder = '']: readonly string[],
): Promise<number> {
  const { store, clock } = context;
  await requireNewFolder(folder);
  const id = await queueBackup(store, resolve(folder), clock);
  using leaving = listenForLeaving();
  let hand = await takeInHand(context, id);
  if (hand === undefined) console.error('O servidor está no ar e faz o backup; aqui se acompanha.');
  try {
    for (let turn = 1, shown = ''; ; turn++) {
      const backup = await findBackup(store, id);
      if (backup === undefined) return 1;
      if (backup.status === 'DONE') {
        console.log(backup.message);
        return 0;
      }
      if (backup.status === 'FAILED') {
        console.error(backup.message);
        return 1;
      }
      if (leaving.isAsked) return await giveUp(context, id);
      if (backup.progress !== null && backup.progress !== shown) console.error(backup.progress);
      shown = backup.progress ?? shown;
      await sleep(LOOK_EVERY_MS);
      if (turn % TRY_EVERY_TURNS === 0) hand ??= await takeInHand(context, id);
    }
  } finally {
    await hand?.stop();
  }
}

async function giveUp({ store, clock }: CommandContext, id: string): Promise<number> {
  await store.db
    .updateTable('backups')
    .set({ status: 'FAILED', message: 'Interrompido.', finished_at: clock().toISOString() })
    .where('id', '=', id)
    .execute();
  console.error('Interrompido: nenhum backup foi feito.');
  return 1;
}

interface Hand {
  stop(): Promise<void>;
}

/** Opens the warehouse and starts making the backup; undefined when another process has the warehouse open. */
async function takeInHand(context: CommandContext, id: string): Promise<Hand | undefined> {
  const { config, store, clock } = context;
  try {
    const warehouse = await openCheckedWarehouse(config, store);
    const files = await openFiles(config);
    const seal = new BackupSeal(await installationSecret(config));
    const parts = { store, storeOptions: config, warehouse, files, seal, clock };
    const runner = backupRunner(parts, createLogger(), (other) => other === id);
    runner.start();
    return {
      async stop() {
        await runner.stop();
        await warehouse.close();
      },
    };
  } catch (error) {
    if (error instanceof WarehouseBusyError) return undefined;
    throw error;
  }
}
