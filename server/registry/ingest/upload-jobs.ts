import { sql } from 'kysely';
import type { Logger } from 'pino';
import {
  isFullDisk,
  loadAwayMessage,
  WarehouseAwayError,
} from '../../platform/warehouse/engine-error.ts';
import { codeOf } from '../../platform/errors.ts';
import { isUnreachable } from '../../platform/files/bucket-content.ts';
import { isOnlyMissingMov } from '../comparison/hold-reasons.ts';
import { onWholeCluster } from './on-whole-cluster.ts';
import { sweepOrphans } from './orphans.ts';
import type { Loading } from './loading.ts';
import { processUpload, type ProcessedUpload } from './process-upload.ts';
import { UploadStoppedError } from './publish.ts';
import { rememberFetched } from './receive-file.ts';
import { cancelledSentence, countedFiles, publishedSentence } from './upload-acts.ts';
import { findUpload } from './uploads.ts';
import { maybeHoldPointer } from '../releases/pointer.ts';
import { requeueNeighbours } from '../releases/requeue-neighbours.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import type { UploadReason } from '../../../shared/contracts/uploads.ts';
import { JobRunner, type Claim, type JobKind } from '../../platform/jobs/job-runner.ts';

/** Maximum number of attempts, for an upload that crashes its process. */
const maxAttempts = 3;

/** Uploads as jobs: one at a time whatever the number of processes, because each builds on the previous release. */
function uploadJobs(loading: Loading, logger: Logger): JobKind {
  const rows = uploadRows(loading);
  const end = async (id: string, worker: string, processed: ProcessedUpload) => {
    // Before this upload ends, so that a process that follows the queue until it is empty sees these uploads in it.
    if (processed.release !== null) await requeueNeighbours(loading.store, [id]);
    await rows.end(id, worker, ending(processed));
  };
  return {
    name: 'uploads',
    claim: (claim) => claimUpload(loading, claim),
    renew: (id, claim) => rows.renew(id, claim),
    async run(id, { worker, signal }) {
      await rows.requireFewAttempts(id, worker);
      const processed = await onWholeCluster(loading, signal, async () => {
        await sweepOrphans(loading.store, loading.warehouse, loading.clock);
        return processUpload(id, { ...loading, signal, worker });
      });
      await rememberFetched(loading, id);
      await end(id, worker, processed);
    },
    async fail(id, worker, error) {
      if (await rows.endCancelled(id, worker)) return;
      // Another worker has the claim, or demonstration data came after real data.
      if (error instanceof UploadStoppedError) logger.warn({ upload: id }, 'an upload was stopped');
      else logger.error({ err: error, upload: id }, 'an upload failed');
      // If its release is already published, only the records are left to write.
      if ((await findUpload(loading.store, id))?.release != null) {
        await end(id, worker, await processUpload(id, { ...loading, worker }));
      } else {
        await rows.end(id, worker, ['FAILED', failureSentence(error)]);
      }
    },
    async release(id, worker) {
      if (await rows.endCancelled(id, worker)) return;
      await rows.putBack(id, worker);
    },
  };
}

/** Uploads that awaited approval and are in the queue only to be compared again. */
const isComparedAgain = sql<number>`case when comparison is not null and reasons is null then 1 else 0 end`;

/**
 * Claims the oldest queued upload, or one whose worker died; none while another worker is active. New uploads precede
 * those that are only compared again.
 */
async function claimUpload({ store }: Loading, claim: Claim): Promise<string | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    // Two processes that look at the same moment would both find no active worker: the lock on the pointer admits one
    // of them.
    if (!(await maybeHoldPointer(transaction, store.dialect))) return undefined;
    const next = await transaction
      .selectFrom('uploads')
      .select(['id', 'status', 'lease_until'])
      .where('status', 'in', ['PENDING', 'PROCESSING'])
      .orderBy('status', 'desc')
      .orderBy(isComparedAgain)
      .orderBy('created_at')
      .executeTakeFirst();
    if (next === undefined) return undefined;
    const isHeld = next.status === 'PROCESSING' && (next.lease_until ?? '') > claim.now;
    if (isHeld) return undefined;
    const claimed = await transaction
      .updateTable('uploads')
      .set(({ eb }) => ({
        status: 'PROCESSING',
        worker: claim.worker,
        lease_until: claim.leaseUntil,
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', next.id)
      .where('status', '=', next.status)
      .where((where) =>
        where.or([where('lease_until', 'is', null), where('lease_until', '=', next.lease_until)]),
      )
      .returning('id')
      .executeTakeFirst();
    return claimed?.id;
  });
}

export function uploadRows({ store: { db }, clock }: StoreAndClock) {
  const mine = (id: string, worker: string) =>
    db
      .updateTable('uploads')
      .where('id', '=', id)
      .where('worker', '=', worker)
      // A rollback may have ended it.
      .where('status', '=', 'PROCESSING');
  const given = { worker: null, lease_until: null };
  const ended = { ...given, attempts: 0 };
  /** Ends an upload that was cancelled before its publication; its rows are swept before the next load. */
  const endCancelled = async (id: string, worker: string): Promise<boolean> => {
    const finished_at = clock().toISOString();
    const cancelled = await mine(id, worker)
      .set({ status: 'CANCELLED', message: cancelledSentence, finished_at, ...ended })
      .where('cancel_requested_at', 'is not', null)
      .where('release', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return cancelled !== undefined;
  };
  return {
    /** Throws `TooManyAttemptsError` if the upload was started more often than `maxAttempts`. */
    async requireFewAttempts(id: string, worker: string): Promise<void> {
      await db
        .selectFrom('uploads')
        .select('id')
        .where('id', '=', id)
        .where('worker', '=', worker)
        .where('attempts', '<=', maxAttempts)
        .executeTakeFirstOrThrow(() => new TooManyAttemptsError());
    },
    async renew(id: string, { worker, leaseUntil }: Omit<Claim, 'now'>): Promise<boolean> {
      const row = await mine(id, worker)
        .set({ lease_until: leaseUntil })
        .returning('cancel_requested_at')
        .executeTakeFirst();
      return row !== undefined && row.cancel_requested_at === null;
    },
    async putBack(id: string, worker: string): Promise<void> {
      await mine(id, worker)
        .set(({ eb }) => ({ status: 'PENDING', ...given, attempts: eb('attempts', '-', 1) }))
        .execute();
    },
    /** Ends an upload; one whose cancellation was requested before its release was published ends as cancelled. */
    async end(id: string, worker: string, [status, message]: Ending): Promise<void> {
      const finished_at = status === 'AWAITING_APPROVAL' ? null : clock().toISOString();
      await mine(id, worker)
        .set({ status, message, finished_at, ...ended })
        // The request may arrive at any moment, so the statement itself looks for it.
        .where((where) =>
          where.or([where('cancel_requested_at', 'is', null), where('release', 'is not', null)]),
        )
        .execute();
      await endCancelled(id, worker);
    },
    endCancelled,
  };
}

/** Each earlier attempt at an upload ended with its process. */
class TooManyAttemptsError extends Error {}

type Ending = ['COMPLETED' | 'FAILED' | 'AWAITING_APPROVAL', string];

function ending({ release, outcomes, waits }: ProcessedUpload): Ending {
  if (waits.length > 0) return ['AWAITING_APPROVAL', waitingSentence(waits)];
  const published = outcomes.filter((outcome) => outcome === 'PUBLISHED').length;
  const refused = outcomes.filter((outcome) => outcome === 'REFUSED').length;
  const what = release === null ? '' : publishedSentence(release, published);
  if (refused > 0) {
    return [
      'FAILED',
      `${what} ${countedFiles(refused)} ${refused === 1 ? 'recusado: veja o motivo' : 'recusados: veja o motivo de cada um'}.`.trim(),
    ];
  }
  return [
    'COMPLETED',
    release === null ? 'Nada mudou: o mesmo conteúdo já estava publicado.' : what,
  ];
}

function waitingSentence(reasons: readonly UploadReason[]): string {
  if (isOnlyMissingMov(reasons)) {
    return 'Falta o arquivo principal (MOV); nada foi publicado. Envie o MOV do mesmo mês, escolha “Publicar mesmo assim” ou cancele.';
  }
  const found = `${reasons.length} ${reasons.length === 1 ? 'motivo' : 'motivos'}`;
  return `A conferência encontrou ${found} para revisar; nada foi publicado. Veja os motivos e escolha “Publicar mesmo assim” ou cancele.`;
}

function failureSentence(error: unknown): string {
  if (codeOf(error) === 'ENOENT') {
    return 'Um arquivo deste envio não está mais no servidor. Envie os arquivos outra vez.';
  }
  if (error instanceof TooManyAttemptsError) {
    return `O servidor parou ${maxAttempts} vezes durante este envio; os dados publicados não mudaram. Veja no log do servidor por que ele parou, por exemplo por falta de memória, e tente de novo.`;
  }
  if (error instanceof WarehouseAwayError) {
    return error.part === 'servers'
      ? 'O armazém de dados não respondeu ou interrompeu o envio; os dados publicados não mudaram. Confira em Saúde do sistema se ele está no ar e tente de novo.'
      : loadAwayMessage;
  }
  if (isUnreachable(error)) {
    return 'O armazenamento de arquivos não respondeu ou recusou a chave; os dados publicados não mudaram. Tente de novo. Se continuar, veja o log do servidor.';
  }
  if (isFullDisk(error)) {
    return 'O envio parou porque um disco do servidor está cheio; os dados publicados não mudaram. Libere espaço e tente de novo.';
  }
  return 'O envio parou por um problema do nosso lado; os dados publicados não mudaram. Tente de novo. Se continuar, veja o log do servidor.';
}

export interface RunnerOptions {
  readonly loading: Loading;
  readonly logger: Logger;
  /** Called after each upload has ended, whatever its outcome. */
  readonly onEnded?: (uploadId: string) => Promise<void>;
  /** Called when the queue becomes empty after uploads were processed. */
  readonly onIdle?: (signal: AbortSignal) => Promise<void>;
}

/** Processes queued uploads one at a time. */
export const uploadRunner = ({ loading, logger, ...hooks }: RunnerOptions) =>
  new JobRunner({
    kind: uploadJobs(loading, logger),
    logger,
    clock: loading.clock,
    atOnce: 1,
    stopped: () => new UploadStoppedError(),
    ...hooks,
  });
