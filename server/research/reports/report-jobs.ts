import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, type Updateable, sql } from 'kysely';
import type { Logger } from 'pino';
import { dayMs } from '../../../shared/codes/months.ts';
import { isUnreachable } from '../../platform/files/bucket-content.ts';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { AppError } from '../../platform/errors.ts';
import { type Claim, type JobKind, JobRunner } from '../../platform/jobs/job-runner.ts';
import type { AppDatabase, Database } from '../../platform/store/schema.ts';
import { isPostgres } from '../../platform/store/dialects.ts';
import { withLock } from '../../platform/store/lock.ts';
import { inSlices, sliceRows } from '../../platform/store/slices.ts';
import { isTooHeavy } from '../../platform/warehouse/engine-error.ts';
import { reportRetention } from '../../registry/settings/load-settings.ts';
import { readSetting } from '../../registry/settings/stored-settings.ts';
import { type MakingReports, makeReport } from './make-report.ts';
import { documents, sharedDocument } from './manage-reports.ts';
import { RenderRefusal } from './renderer.ts';

const atOnce = 2;
/** Maximum number of attempts, for a report that crashes its process. */
const maxAttempts = 3;
const maxMs = 20 * 60_000;

/** Makes the queued reports, two at a time. */
export function reportRunner(deps: MakingReports, logger: Logger): JobRunner {
  return new JobRunner({
    kind: reportJobs(deps, logger),
    logger,
    clock: deps.clock,
    atOnce,
    stopped: () => new Error('The report was deleted, or another process makes it.'),
  });
}

function reportJobs(deps: MakingReports, logger: Logger): JobKind {
  const { db } = deps.store;
  const ownReport = (id: string, worker: string) =>
    db.updateTable('reports').where('id', '=', id).where('worker', '=', worker);
  /** Returns false if the report was deleted or belongs to another worker. */
  const finish = async (id: string, worker: string, outcome: Updateable<Database['reports']>) => {
    const now = deps.clock();
    const { days } = await readSetting(db, reportRetention);
    const expiresAt = new Date(now.getTime() + days * dayMs);
    const row = await ownReport(id, worker)
      .set({
        ...unclaimed,
        ...outcome,
        finished_at: now.toISOString(),
        expires_at: expiresAt.toISOString(),
      })
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  };
  return {
    name: 'reports',
    claim: (claim) => withLock(deps.store, 'claim a report', () => claimReport(deps, claim)),
    async renew(id, { worker, leaseUntil }) {
      const row = await ownReport(id, worker)
        .set({ lease_until: leaseUntil })
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async run(id, { worker, signal }) {
      const { attempts } = await db
        .selectFrom('reports')
        .select('attempts')
        .where('id', '=', id)
        .where('worker', '=', worker)
        .executeTakeFirstOrThrow();
      if (attempts > maxAttempts) throw interrupted();
      const writer = progressWriter((progress) =>
        ownReport(id, worker).set({ progress }).execute(),
      );
      writer.write(0);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
      const onProgress = (fraction: number) => writer.write(fraction);
      const making = makeReport(deps, { id, onProgress, signal: limited });
      // Waits for the progress writes before it records the outcome, whatever it is.
      await Promise.allSettled([making]);
      await writer.settled();
      const { bytes, ...document } = await making;
      const isStored = await finish(id, worker, {
        status: 'COMPLETED',
        message: null,
        progress: 1,
        file_size: bytes,
        ...document,
      });
      if (!isStored) await deps.files.remove(sharedDocument(document.file));
    },
    async fail(id, worker, error) {
      const message = failureSentence(error);
      const isStored = await finish(id, worker, { status: 'FAILED', message, progress: null });
      if (isStored && (!isExpected(error) || isUnreachable(error)))
        logger.error({ err: error, report: id }, 'a report failed');
    },
    async release(id, worker) {
      await ownReport(id, worker)
        .set(({ eb }) => ({ ...unclaimed, progress: null, attempts: eb('attempts', '-', 1) }))
        .execute();
    },
  };
}

const unclaimed = { worker: null, lease_until: null } as const;

/**
 * Claims the next report, or one whose worker died. The order is the scheduler's, computed from rows, so that all
 * processes share it: first the company with the fewest reports in progress, then the one whose last report finished
 * the longest ago; within it the person by this second rule, then the oldest report. Only one claim runs at a time: two
 * would each find a person without a report in progress.
 */
async function claimReport(
  { store: { db, dialect } }: MakingReports,
  { worker, now, leaseUntil }: Claim,
): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    const next = await waitingReports(transaction, now)
      .limit(1)
      .$if(dialect === 'postgres', (query) => query.forUpdate('next').skipLocked())
      .executeTakeFirst();
    if (next === undefined) return undefined;
    await transaction
      .updateTable('reports')
      .set(({ eb }) => ({ worker, lease_until: leaseUntil, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', next.id)
      .execute();
    return next.id;
  });
}

/**
 * The waiting reports, the next first; none of a person who has one in progress, which may take minutes: two would keep
 * everyone else waiting.
 */
export const waitingReports = (db: AppDatabase, now: string) =>
  db
    .selectFrom('reports as next')
    .select('next.id')
    .where('next.status', '=', 'GENERATING')
    .where((where) =>
      where.or([where('next.lease_until', 'is', null), where('next.lease_until', '<=', now)]),
    )
    .where(reportsInProgress(personOfReport, now), '=', 0)
    .orderBy(reportsInProgress(companyOfReport, now))
    .orderBy(lastFinished(companyOfReport))
    .orderBy(lastFinished(personOfReport))
    .orderBy('next.created_at')
    .orderBy('next.id');

/** SQL conditions: report `other` belongs to the same person as report `next`, or to the same company. */
const personOfReport = sql`other.user_id = next.user_id`;
/** A person without a company counts as a company. */
const companyOfReport = sql`coalesce(other.company_id, other.user_id) = coalesce(next.company_id, next.user_id)`;

const reportsInProgress = (isSame: RawBuilder<unknown>, now: string) => sql<number>`(
  select count(*) from reports as other
  where other.status = 'GENERATING' and other.lease_until > ${now} and ${isSame}
)`;

/** The empty text, before all timestamps, if no report has finished. The conditions are those of the indexes. */
const lastFinished = (isSame: RawBuilder<unknown>) => sql<string>`(
  select coalesce(max(other.finished_at), '') from reports as other
  where other.finished_at is not null and ${isSame}
)`;

const noteEveryMs = 500;

/**
 * Writes the latest progress at most every `noteEveryMs`, one write after another. `settled` waits for the current
 * write and drops a value that is not yet being written.
 */
function progressWriter(write: (progress: number) => Promise<unknown>) {
  const settling = new AbortController();
  let latest: number | undefined;
  let writing: Promise<void> | undefined;
  const writeOn = async () => {
    while (latest !== undefined && !settling.signal.aborted) {
      const progress = latest;
      latest = undefined;
      // A failed write does no harm: the next one has newer progress.
      await write(progress).catch(() => undefined);
      await sleep(noteEveryMs, undefined, { signal: settling.signal }).catch(() => undefined);
    }
    writing = undefined;
  };
  return {
    write(progress: number): void {
      latest = progress;
      writing ??= writeOn();
    },
    async settled(): Promise<void> {
      settling.abort();
      await writing;
    },
  };
}

const isExpected = (error: unknown) => error instanceof RenderRefusal || error instanceof AppError;

function failureSentence(error: unknown): string {
  if (isExpected(error)) return error.message;
  return isTooHeavy(error) || (error instanceof DOMException && error.name === 'TimeoutError')
    ? 'O relatório demorou mais que o permitido. Escolha um cargo, um estado ou um período menor e gere outro.'
    : 'Não foi possível gerar o relatório, por um problema do nosso lado. Tente de novo. Se continuar, avise um administrador.';
}

const interrupted = () =>
  new RenderRefusal(
    `A geração deste relatório foi interrompida ${maxAttempts} vezes. Tente de novo. Se continuar, avise um administrador.`,
  );

/** Days after its expiry until a report is deleted; docs/retention.md states why. */
export const expiredReportDays = 30;

/**
 * Removes the documents of expired reports, the rows of reports that expired `expiredReportDays` ago, and files without
 * a report, which a deleted report, a deleted person or a dead process left behind. It may run at any time.
 */
export async function sweepReports({
  store: { db },
  clock,
  files,
}: Pick<MakingReports, 'store' | 'clock' | 'files'>): Promise<{
  readonly reports: number;
  readonly documents: number;
}> {
  const now = clock();
  const longAgo = new Date(now.getTime() - expiredReportDays * dayMs);
  // The rows first: no index covers `expires_at`, so each slice of the documents reads the rows before it.
  const reports = await inSlices(
    db.deleteFrom('reports').where('id', 'in', expiredBefore(db, longAgo)),
  );
  const expired = expiredBefore(db, now).where('file', 'is not', null);
  await inSlices(
    db.updateTable('reports').set({ file: null, description: null }).where('id', 'in', expired),
  );
  return { reports, documents: await removeOrphans(db, files) };
}

const expiredBefore = (db: AppDatabase, moment: Date) =>
  db
    .selectFrom('reports')
    .select('id')
    .where('expires_at', '<=', moment.toISOString())
    .where('status', '!=', 'GENERATING')
    .limit(sliceRows)
    // A report that is tried again at this moment stays.
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());

// Lists the folder before the rows, so that a document finished in between is known by its row.
async function removeOrphans(db: AppDatabase, files: SharedFiles): Promise<number> {
  const found = await files.list(documents);
  const rows = await db.selectFrom('reports').select(['id', 'status', 'file']).execute();
  const referenced = new Set(rows.map(({ file }) => file));
  const beingMade = rows.filter(({ status }) => status === 'GENERATING').map(({ id }) => id);
  const orphans = found.filter(
    ({ name }) => !referenced.has(name) && !beingMade.some((id) => name.startsWith(`${id}-`)),
  );
  for (const { name } of orphans) await files.remove(sharedDocument(name));
  return orphans.length;
}
