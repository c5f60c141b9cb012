import { randomUUID } from 'node:crypto';
import { sum } from 'd3-array';
import type { Logger } from 'pino';
import { formatCounted } from '../../../shared/words/format.ts';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { AppError, StartError } from '../../platform/errors.ts';
import { maybeFailureMessage } from '../installation/failure-message.ts';
import { JobRunner, type Claim, type JobKind } from '../../platform/jobs/job-runner.ts';
import { withLock } from '../../platform/store/lock.ts';
import type { Row } from '../../platform/store/schema.ts';
import type { Store, StoreAndClock, StoreOptions } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { writeBackup } from './backup-folder.ts';
import type { BackupSeal } from './manifest.ts';
import { readInstallation } from './installation-source.ts';
import { leftOutOfBackups } from './app-rows.ts';

export interface BackupJobs extends StoreAndClock {
  readonly storeOptions: StoreOptions;
  readonly warehouse: Warehouse;
  readonly files: SharedFiles;
  readonly seal: BackupSeal;
}

/** Queues a backup; the process that has the warehouse open makes it. Returns the ID of its row. */
export async function queueBackup(
  { db }: Store,
  folder: string,
  clock: () => Date,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('backups')
    .values({ ...waiting, id, folder, created_at: clock().toISOString() })
    .execute();
  return id;
}

const waiting = { status: 'PENDING', progress: null, worker: null, lease_until: null } as const;

export function findBackup({ db }: Store, id: string): Promise<Row<'backups'>> {
  return db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Backups as jobs of a runner. With servers, the command makes only its own backup. */
function backupJobs(jobs: BackupJobs, isOurs: (id: string) => boolean): JobKind {
  const { store } = jobs;
  const { db } = store;
  // Cancelling a backup ends its row, which nothing changes any more.
  const held = (id: string, worker: string) =>
    db
      .updateTable('backups')
      .where('id', '=', id)
      .where('worker', '=', worker)
      .where('status', '=', 'RUNNING');
  const end = async (id: string, worker: string, status: 'DONE' | 'FAILED', message: string) => {
    const finished_at = jobs.clock().toISOString();
    await held(id, worker).set({ status, message, finished_at, lease_until: null }).execute();
  };
  return {
    name: 'backups',
    claim: (claim) => withLock(store, 'claim a backup', () => claimBackup(store, claim, isOurs)),
    renew: async (id, { worker, leaseUntil }) => {
      const renewed = await held(id, worker)
        .set({ lease_until: leaseUntil })
        .returning('id')
        .executeTakeFirst();
      return renewed !== undefined;
    },
    run: async (id, { worker, signal }) => {
      const message = await makeBackup(jobs, id, signal);
      await end(id, worker, 'DONE', message);
    },
    fail: async (id, worker, error) => {
      const known = maybeFailureMessage(error);
      await end(
        id,
        worker,
        'FAILED',
        known ??
          'Não foi possível fazer o backup. Veja o motivo no log do servidor e tente de novo.',
      );
      // The log needs the cause.
      if (known === undefined || error instanceof AppError) throw error;
    },
    release: async (id, worker) => void (await held(id, worker).set(waiting).execute()),
  };
}

/** Claims a backup that waits, or whose worker died, and whose folder no other backup writes. One claim at a time. */
async function claimBackup(
  { db }: Store,
  { worker, now, leaseUntil }: Claim,
  isOurs: (id: string) => boolean,
): Promise<string | undefined> {
  const unfinished = await db
    .selectFrom('backups')
    .select(['id', 'folder', 'lease_until'])
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .orderBy('created_at')
    .execute();
  const isHeld = (backup: Pick<Row<'backups'>, 'lease_until'>) => (backup.lease_until ?? '') >= now;
  const next = unfinished.find((backup) => !isHeld(backup) && isOurs(backup.id));
  if (next === undefined) return undefined;
  // Two backups written into one folder would leave a mixture.
  if (unfinished.some((one) => isHeld(one) && one.folder === next.folder)) return undefined;
  const claimed = await db
    .updateTable('backups')
    .set({ status: 'RUNNING', worker, lease_until: leaseUntil })
    .where('id', '=', next.id)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .where('lease_until', 'is not distinct from', next.lease_until)
    .returning('id')
    .executeTakeFirst();
  return claimed?.id;
}

async function makeBackup(
  { store, storeOptions, warehouse, files, seal, clock }: BackupJobs,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  const { folder } = await findBackup(store, id);
  let noted = '';
  const print = (progress: string) => {
    if (progress === noted) return;
    noted = progress;
    store.db
      .updateTable('backups')
      .set({ progress })
      .where('id', '=', id)
      .execute()
      .catch(() => {});
  };
  const reading = {
    store: storeOptions,
    warehouse,
    clock,
    leftOut: leftOutOfBackups,
    files,
    print,
  };
  return readInstallation(reading, async (source) => {
    const { bytes } = await writeBackup(source, folder, { print, signal, seal });
    const { app, warehouse: tables, files: stored } = source.manifest;
    const rows = sum([...app, ...tables.flatMap(({ batches }) => batches)], (one) => one.rows);
    return `Backup feito em ${folder}: ${formatCounted(rows, 'linha', 'linhas')} e ${formatCounted(stored.length, 'arquivo', 'arquivos')}, ${mebibytes(bytes)}.`;
  });
}

export const mebibytes = (bytes: number) =>
  `${(bytes / 2 ** 20).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MiB`;

/** Makes the queued backups, one at a time. */
export function backupRunner(
  jobs: BackupJobs,
  logger: Logger,
  isOurs: (id: string) => boolean = () => true,
): JobRunner {
  return new JobRunner({
    kind: backupJobs(jobs, isOurs),
    logger,
    clock: jobs.clock,
    atOnce: 1,
    stopped: () => new StartError('O backup foi interrompido.'),
  });
}
