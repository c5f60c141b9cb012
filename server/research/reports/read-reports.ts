import { z } from 'zod';
import { actRefusals, can } from '../../../shared/contracts/acts.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import {
  typesWithRecords,
  type Report,
  type ReportsQuery,
} from '../../../shared/contracts/reports.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { AppError, conflict, notFound } from '../../platform/errors.ts';
import { mapYielding } from '../../platform/map-yielding.ts';
import { queryText, partsNotInName } from '../query-words.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';

/** The reader of reports: sees their own, their company's without a colleague's salary, and an administrator all. */
export type ReportReader = Pick<CurrentUser, 'id' | 'companyId' | 'role'>;

const Selections = z.tuple([SearchFilters], SearchFilters);

/** Parses the stored filters of a report's selections. */
export const storedSelections = (text: string) => Selections.parse(JSON.parse(text));

function readableBy(db: AppDatabase, { id, companyId, role }: ReportReader) {
  return db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .innerJoin('releases', 'releases.number', 'reports.release')
    .$if(!can(role, 'handleAllReports'), (query) =>
      query.where((where) =>
        companyId === null
          ? where('reports.user_id', '=', id)
          : where.or([
              where('reports.user_id', '=', id),
              where.and([
                where('reports.company_id', '=', companyId),
                where('reports.own_salary', 'is', null),
              ]),
            ]),
      ),
    );
}

/** Without the description, which names every file of the release: 50 KB a report. */
const reportRows = (db: AppDatabase, reader: ReportReader) =>
  readableBy(db, reader)
    .select([
      'reports.id',
      'reports.user_id',
      'reports.type',
      'reports.name',
      'reports.selections',
      'reports.release',
      'reports.status',
      'reports.progress',
      'reports.message',
      'reports.file',
      'reports.file_size',
      'reports.created_at',
      'reports.expires_at',
      'users.first_name',
      'users.last_name',
      'releases.is_synthetic',
    ])
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id');
type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>['execute']>>[number];

/** A page of the reports that a reader may see, newest first, and the total. */
export async function listReports(
  { store: { db }, clock }: StoreAndClock,
  reader: ReportReader,
  shown: ReportsQuery,
): Promise<{ reports: Report[]; total: number }> {
  const [rows, total] = await Promise.all([
    pageOf(reportRows(db, reader), shown).execute(),
    countOf(readableBy(db, reader)),
  ]);
  const now = clock();
  return { reports: await mapYielding(rows, (row) => toReport(row, reader, now)), total };
}

/** One report that a reader may see. Throws `AppError` 404 for any other. */
export async function readReport(
  deps: StoreAndClock,
  reader: ReportReader,
  id: string,
): Promise<Report> {
  const row = await reportRows(deps.store.db, reader)
    .where('reports.id', '=', id)
    .executeTakeFirstOrThrow(unknownReport);
  return toReport(row, reader, deps.clock());
}

/**
 * The states, by ID, of the readable reports with these IDs, and of those in progress or finished since a moment
 * (ISO-8601), newest first: of the latter at most `maxActive`. A report whose state is the same has not changed, so its
 * queries need not be put into words, which takes a millisecond. A missing ID therefore belongs to a report that was
 * removed or is no longer readable.
 */
export async function activeReports(
  { store: { db }, clock }: StoreAndClock,
  reader: ReportReader,
  { ids, since }: { readonly ids: readonly string[]; readonly since: string },
): Promise<Map<string, string>> {
  const active = readableBy(db, reader)
    .select('reports.id')
    .where((where) =>
      where.or([
        where('reports.status', '=', 'GENERATING'),
        where('reports.finished_at', '>=', since),
      ]),
    )
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id')
    .limit(maxActive);
  const rows = await readableBy(db, reader)
    .select(['reports.id', 'reports.status', 'reports.progress', 'reports.message'])
    .select(['reports.file_size', 'reports.expires_at', 'users.first_name', 'users.last_name'])
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id')
    .where((where) =>
      where.or([
        where('reports.id', 'in', active),
        ...(ids.length === 0 ? [] : [where('reports.id', 'in', ids)]),
      ]),
    )
    .execute();
  const now = clock();
  return new Map(
    rows.map((row) => [row.id, JSON.stringify([row, isExpired(row, now), reader.role])]),
  );
}

const maxActive = 200;

/** The readable reports with these IDs, newest first. */
export async function reportsById(
  { store: { db }, clock }: StoreAndClock,
  reader: ReportReader,
  ids: readonly string[],
): Promise<Report[]> {
  if (ids.length === 0) return [];
  const rows = await reportRows(db, reader).where('reports.id', 'in', ids).execute();
  const now = clock();
  return mapYielding(rows, (row) => toReport(row, reader, now));
}

const isExpired = ({ expires_at }: Pick<ReportRow, 'expires_at'>, now: Date) =>
  expires_at !== null && expires_at <= now.toISOString();

/**
 * The document of a report that a reader may see, its description and its queries. Throws `AppError` 404 for an unknown
 * report, 403 for a document with all records if the reader's role does not permit them, 409 for a report that is in
 * progress or failed, 410 for an expired one.
 */
export async function readDocument(deps: StoreAndClock, reader: ReportReader, id: string) {
  const row = await reportRows(deps.store.db, reader)
    .select('reports.description')
    .where('reports.id', '=', id)
    .executeTakeFirstOrThrow(unknownReport);
  const report = toReport(row, reader, deps.clock());
  if (!report.canDownload) throw new AppError('forbidden', 403, actRefusals.readAllRecords);
  if (report.status !== 'COMPLETED') throw notReady(report);
  const { file, description } = row;
  if (report.isExpired || file === null || description === null) throw reportExpired();
  return { report, file, description, selections: storedSelections(row.selections) };
}

function toReport(row: ReportRow, reader: ReportReader, now: Date): Report {
  const selections = storedSelections(row.selections);
  const isOwn = row.user_id === reader.id;
  const hasExpired = isExpired(row, now);
  const mayChange = isOwn || can(reader.role, 'handleAllReports');
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    notInName: partsNotInName(row.name, selections[0]),
    selections: selections.length,
    status: row.status,
    progress: row.status === 'GENERATING' ? row.progress : null,
    message: row.message,
    createdAt: row.created_at,
    createdBy: `${row.first_name} ${row.last_name}`.trim(),
    isOwn,
    fileSize: row.file_size,
    expiresAt: row.expires_at,
    isExpired: hasExpired,
    release: row.release,
    isSynthetic: row.is_synthetic === 1,
    canDownload: can(reader.role, 'readAllRecords') || !typesWithRecords.includes(row.type),
    canRetry:
      mayChange &&
      can(reader.role, 'makeReports') &&
      (row.status === 'FAILED' || (row.status === 'COMPLETED' && hasExpired)),
    canDelete: mayChange,
  };
}

/** A person's reports, for "Meus dados". */
export async function reportRecords(db: AppDatabase, userId: string) {
  const rows = await db
    .selectFrom('reports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  return mapYielding(rows, (row) => ({
    nome: row.name,
    tipo: row.type,
    pesquisas: storedSelections(row.selections).map((filters) => queryText(filters)),
    salarioInformado: row.own_salary === null ? null : row.own_salary / 100,
    publicacao: row.release,
    situacao: row.status,
    criadoEm: row.created_at,
    expiraEm: row.expires_at,
  }));
}

const unknownReport = () => notFound('unknown_report', 'Este relatório não existe.');

const notReady = ({ status }: Report) =>
  conflict(
    'report_not_ready',
    status === 'GENERATING'
      ? 'Este relatório ainda está sendo gerado. Espere que fique pronto e baixe de novo.'
      : 'Este relatório falhou e não tem arquivo. Tente gerá-lo de novo.',
  );

const reportExpired = () =>
  new AppError(
    'report_expired',
    410,
    'O arquivo deste relatório não está mais disponível. Gere o relatório de novo para baixar.',
  );

/** Before it expires, a report whose document is gone or cut cannot be made again. */
export const documentLost = () =>
  new AppError(
    'report_expired',
    410,
    'O arquivo deste relatório se perdeu. Repita a pesquisa e crie outro relatório.',
  );
