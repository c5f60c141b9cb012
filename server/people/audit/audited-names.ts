import type { Kysely } from 'kysely';
import type { AuditEntry } from '../../../shared/contracts/audit.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import type { Database } from '../../platform/store/schema.ts';

/** An entry's subject, and the other IDs in its details. */
export interface AuditedThing {
  readonly subjectType: AuditEntry['subjectType'];
  readonly subjectId: string | null;
  readonly details: AuditEntry['details'];
}

/**
 * The current names of IDs in the audit: the months of uploads, the names of companies, reports and saved searches.
 * Deleted records have no name.
 */
export async function auditedNames(
  db: Kysely<Database>,
  things: readonly AuditedThing[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: AuditEntry['subjectType']) => [
    ...new Set(
      things.flatMap(({ subjectType, subjectId }) =>
        subjectType === type && subjectId !== null ? [subjectId] : [],
      ),
    ),
  ];
  const companyIds = [...new Set([...idsOf('company'), ...things.flatMap(companyInDetails)])];
  const [companies, reports, searches, uploads] = await Promise.all([
    namedRows(db, 'companies', companyIds),
    namedRows(db, 'reports', idsOf('report')),
    namedRows(db, 'saved_searches', idsOf('saved_search')),
    uploadNames(db, idsOf('upload')),
  ]);
  return new Map([...companies, ...reports, ...searches, ...uploads]);
}

/** The company that a user was assigned to. */
export function companyInDetails({ details: { companyId } }: Pick<AuditedThing, 'details'>) {
  return typeof companyId === 'string' ? [companyId] : [];
}

type Named = readonly (readonly [id: string, name: string])[];

async function namedRows(
  db: Kysely<Database>,
  table: 'companies' | 'reports' | 'saved_searches',
  ids: readonly string[],
): Promise<Named> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
  return rows.map(({ id, name }) => [id, name]);
}

/** Named by the requested month, or by the months that were read. */
async function uploadNames(db: Kysely<Database>, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .leftJoin('upload_files', 'upload_files.upload_id', 'uploads.id')
    .select(({ fn }) => [
      'uploads.id',
      'uploads.competencia',
      fn.min('upload_files.month').as('first'),
      fn.max('upload_files.month').as('last'),
    ])
    .where('uploads.id', 'in', ids)
    .groupBy(['uploads.id', 'uploads.competencia'])
    .execute();
  return rows.flatMap(({ id, competencia, first, last }) => {
    const months = competencia === null ? monthsText(first, last) : formatMonth(competencia);
    return months === null ? [] : [[id, `Envio de ${months}`] as const];
  });
}

function monthsText(first: string | null, last: string | null): string | null {
  if (first === null || last === null) return null;
  return first === last ? formatMonth(first) : `${formatMonth(first)} a ${formatMonth(last)}`;
}
