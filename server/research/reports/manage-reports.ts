import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import {
  maxReportNameLength,
  maximumReports,
  maxWaitingReports,
  type CreateReport,
  type Report,
} from '../../../shared/contracts/reports.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { lockedUser } from '../../people/identity/users.ts';
import { roomOf, type FreeBytes } from '../../platform/files/free-disk.ts';
import { requestedRelease } from '../../registry/releases/release-by-number.ts';
import { canonicalFilters } from '../canonical-filters.ts';
import { nameOfQuery } from '../query-words.ts';
import { withPeriod } from '../search-history.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { readableRelease } from '../../answers/query/release.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import { countOf } from '../../platform/store/pages.ts';
import { readReport, type ReportReader } from './read-reports.ts';

export interface ManagingReports extends StoreAndClock {
  readonly files: SharedFiles;
  readonly freeBytes?: FreeBytes;
}

/** The person who requests reports, and the network address of the request. */
export type ReportOwner = ReportReader & Pick<Actor, 'address'>;

/** Puts a report in the queue. Throws `AppError` for a request that cannot be met, before any work starts. */
export async function createReport(
  deps: ManagingReports,
  owner: ReportOwner,
  { name = '', type, filters, comparison = [], annex, ownSalary, release: number }: CreateReport,
): Promise<Report> {
  const { store, clock, files, freeBytes } = deps;
  const release = await publishedRelease(store, number);
  const selections = [filters, ...comparison].map((one) => resolved(one, release.data));
  const folder = await documentsHere(files);
  if ((await roomOf(folder, freeBytes)) === 0) throw diskFull();
  const id = randomUUID();
  const now = clock();
  await store.db.transaction().execute(async (transaction) => {
    await lockedUser(transaction, owner.id);
    await requireRoom(transaction, owner.id, now);
    await transaction
      .insertInto('reports')
      .values({
        ...initialState,
        id,
        user_id: owner.id,
        company_id: owner.companyId,
        type,
        name: name === '' ? nameOf(selections) : name,
        selections: JSON.stringify(selections),
        has_annex: annex ? 1 : 0,
        own_salary: ownSalary === undefined ? null : Math.round(ownSalary * 100),
        release: release.number,
        created_at: now.toISOString(),
      })
      .execute();
    const details = { type };
    await recordAct(transaction, { action: 'report.created', ...by(owner, id), details, at: now });
  });
  return readReport(deps, owner, id);
}

/** Resolves a query on this release: an open period becomes the months it stands for. Throws for an invalid query. */
const resolved = (filters: SearchFilters, release: CurrentRelease): SearchFilters =>
  canonicalFilters(withPeriod(filters, resolveQuery(filters, readableRelease(release)).period));

const initialState = {
  status: 'GENERATING',
  progress: null,
  message: null,
  file: null,
  file_size: null,
  sha256: null,
  description: null,
  finished_at: null,
  expires_at: null,
  worker: null,
  lease_until: null,
  attempts: 0,
} as const;

/** Queues a failed or expired report again, on the same data, for the company that its owner has now. */
export async function retryReport(
  deps: ManagingReports,
  owner: ReportOwner,
  id: string,
): Promise<Report> {
  const { store, clock } = deps;
  const report = await changeable(deps, owner, id);
  if (!report.canRetry) throw notRetryable();
  const now = clock();
  await store.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('reports')
      .innerJoin('users', 'users.id', 'reports.user_id')
      .select(['reports.user_id', 'users.company_id'])
      .where('reports.id', '=', id)
      .executeTakeFirstOrThrow(notRetryable);
    await lockedUser(transaction, row.user_id);
    // An expired report does not count until it is made again; one that failed counts already.
    if (report.isExpired) await requireRoom(transaction, row.user_id, now);
    else await requireWaitingRoom(transaction, row.user_id);
    await transaction
      .updateTable('reports')
      .set({ ...initialState, company_id: row.company_id })
      .where('id', '=', id)
      .where('status', '=', report.status)
      .returning('id')
      .executeTakeFirstOrThrow(notRetryable);
    await recordAct(transaction, { action: 'report.retried', ...by(owner, id), at: now });
  });
  return readReport(deps, owner, id);
}

/** Deletes a report for everyone, with its document. The worker that is making it stops. */
export async function deleteReport(
  deps: ManagingReports,
  owner: ReportOwner,
  id: string,
): Promise<void> {
  const { store, clock, files } = deps;
  await changeable(deps, owner, id);
  const now = clock();
  const deleted = await store.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('reports')
      .where('id', '=', id)
      .returning('file')
      .executeTakeFirst();
    if (row !== undefined) {
      await recordAct(transaction, { action: 'report.deleted', ...by(owner, id), at: now });
    }
    return row;
  });
  if (deleted?.file == null) return;
  // The row is gone; the sweep removes a document that cannot be removed now.
  await files.remove(sharedDocument(deleted.file)).catch(() => undefined);
}

/** The folder of all documents in the shared files. */
export const documents = 'reports';

export const sharedDocument = (file: string) => `${documents}/${basename(file)}`;

/** Creates the local folder that documents are written in, and returns its path. */
export async function documentsHere(files: SharedFiles): Promise<string> {
  const folder = files.here(documents);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function changeable(deps: StoreAndClock, owner: ReportOwner, id: string): Promise<Report> {
  const report = await readReport(deps, owner, id);
  if (report.canDelete) return report;
  throw new AppError(
    'not_owner',
    403,
    `Só ${report.createdBy}, que criou este relatório, pode alterá-lo.`,
  );
}

async function publishedRelease(store: Store, number: number | undefined) {
  const data = await requestedRelease(store, number);
  if (data.number !== null) return { number: data.number, data };
  throw conflict(
    'no_data',
    'Ainda não há dados publicados para um relatório. Espere que um administrador carregue um mês.',
  );
}

function nameOf([first, ...others]: readonly SearchFilters[]): string {
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : ` e mais ${others.length}`;
  return `${nameOfQuery(first, maxReportNameLength - more.length)}${more}`;
}

async function requireRoom(db: AppDatabase, userId: string, now: Date): Promise<void> {
  await requireWaitingRoom(db, userId);
  const unexpired = db
    .selectFrom('reports')
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', now.toISOString())]),
    );
  if ((await countOf(unexpired)) < maximumReports) return;
  throw conflict(
    'too_many_reports',
    `Há ${maximumReports} relatórios, o máximo por pessoa. Exclua algum para gerar outro.`,
  );
}

async function requireWaitingRoom(db: AppDatabase, userId: string): Promise<void> {
  const waiting = db
    .selectFrom('reports')
    .where('user_id', '=', userId)
    .where('status', '=', 'GENERATING');
  if ((await countOf(waiting)) < maxWaitingReports) return;
  throw conflict(
    'too_many_reports',
    `Há ${maxWaitingReports} relatórios sendo gerados, o máximo por pessoa. Espere um ficar pronto e tente de novo.`,
  );
}

/** Who acts on which report, for the audit. */
const by = ({ id: userId, address }: ReportOwner, id: string) => ({
  actor: { userId, address },
  subject: { type: 'report' as const, id },
});

/** Records in the audit that a person downloaded a report's document. */
export const recordDownload = (
  { store: { db }, clock }: ManagingReports,
  owner: ReportOwner,
  id: string,
) => recordAct(db, { action: 'report.downloaded', ...by(owner, id), at: clock() });

const notRetryable = () =>
  conflict(
    'report_not_retryable',
    'Só um relatório que falhou ou expirou pode ser gerado de novo. Recarregue a lista.',
  );

const diskFull = () =>
  new AppError(
    'sem_espaco',
    507,
    'O servidor não tem espaço livre em disco para relatórios. Exclua relatórios que não usa ou avise um administrador.',
  );
