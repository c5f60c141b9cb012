import type { SelectQueryBuilder } from 'kysely';
import { dayMs } from '../../../shared/codes/months.ts';
import {
  AuditEntry,
  type AuditFilters,
  type AuditPage,
  type AuditQuery,
  auditActions,
} from '../../../shared/contracts/audit.ts';
import { detailsText, subjectText } from '../../../shared/sentences/audit-texts.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import { csvRow, csvStart } from '../../platform/csv.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';
import type { AppDatabase, Database } from '../../platform/store/schema.ts';

/** Audit entries as administrators read them. Names are joined at read time, so a deleted user has none. */

function namedEntries(db: AppDatabase) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as person', 'person.id', 'audit_log.subject_id')
    .leftJoin('audit_addresses as origin', 'origin.entry_id', 'audit_log.id')
    .selectAll('audit_log')
    .select([
      'origin.address as origin_address',
      'actor.first_name as actor_first',
      'actor.last_name as actor_last',
      'actor.email as actor_email',
      'person.first_name as person_first',
      'person.last_name as person_last',
      'person.email as person_email',
    ]);
}
type NamedRow = Awaited<ReturnType<ReturnType<typeof namedEntries>['execute']>>[number];

type ChosenEntries = SelectQueryBuilder<Database, 'audit_log', { id: string }>;

function chosenEntries(db: AppDatabase, filters: AuditFilters): ChosenEntries {
  const { action, outcome, actorId, subjectId, from, to } = filters;
  let query = db.selectFrom('audit_log').select('audit_log.id');
  if (action !== undefined) query = query.where('action', '=', action);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (from !== undefined) query = query.where('at', '>=', startOfDay(from));
  if (to !== undefined) query = query.where('at', '<', dayLater(startOfDay(to)));
  return query;
}

/** The first instant of a day in Brasília, at UTC−3. */
const startOfDay = (day: string) => `${day}T03:00:00.000Z`;
/** At most the last instant whose year has four digits, because instants are compared as text. */
const dayLater = (instant: string) =>
  new Date(Math.min(Date.parse(instant) + dayMs, lastInstant)).toISOString();
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const newestFirst = (chosen: ChosenEntries) => chosen.orderBy('at', 'desc').orderBy('id', 'desc');

/** One page of the entries that match the filters, newest first. */
export async function auditPage(
  db: AppDatabase,
  { page, pageSize, ...filters }: AuditQuery,
): Promise<AuditPage> {
  const chosen = chosenEntries(db, filters);
  const shown = pageOf(newestFirst(chosen), { page, pageSize });
  const [entries, total] = await Promise.all([readEntries(db, shown), countOf(chosen)]);
  return { entries, total };
}

const chunkLength = 500;

/**
 * The entries of these lists, newest first, in chunks: neither memory nor a turn of the event loop grows with them. An
 * entry of several lists comes once.
 */
async function* auditChunks(
  db: AppDatabase,
  lists: readonly [ChosenEntries, ...ChosenEntries[]],
): AsyncGenerator<AuditEntry[]> {
  let last: AuditEntry | undefined;
  do {
    const [first, ...others] = lists.map((list) => {
      const next = newestFirst(afterEntry(list, last)).limit(chunkLength);
      return db.selectFrom(next.as('listed')).select('listed.id');
    });
    if (first === undefined) return;
    const entries = await readEntries(
      db,
      others.reduce((all, more) => all.union(more), first),
    );
    if (entries.length > 0) yield entries;
    last = entries.length < chunkLength ? undefined : entries.at(-1);
  } while (last !== undefined);
}

function afterEntry(list: ChosenEntries, last: AuditEntry | undefined): ChosenEntries {
  if (last === undefined) return list;
  const { at, id } = last;
  return list.where((where) =>
    where.or([where('at', '<', at), where.and([where('at', '=', at), where('id', '<', id)])]),
  );
}

/** The entries of a user's own acts and of acts on the user, newest first. */
export async function auditOfPerson(db: AppDatabase, userId: string): Promise<AuditEntry[]> {
  // Two lists in the order of their indexes: an index of both together would be sorted again for each chunk.
  const [own, about] = [{ actorId: userId }, { subjectId: userId }];
  const lists = [chosenEntries(db, own), chosenEntries(db, about)] as const;
  const entries: AuditEntry[] = [];
  for await (const chunk of auditChunks(db, lists)) entries.push(...chunk);
  return entries;
}

/** The newest `chunkLength` of the entries with these IDs, newest first. */
async function readEntries<Tables, Table extends keyof Tables>(
  db: AppDatabase,
  ids: SelectQueryBuilder<Tables, Table, { id: string }>,
): Promise<AuditEntry[]> {
  const rows = await namedEntries(db)
    .where('audit_log.id', 'in', ids)
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(chunkLength)
    .execute();
  const { details: Details } = AuditEntry.shape;
  const parsed = rows.map((row) => ({ row, details: Details.parse(JSON.parse(row.details)) }));
  const names = await auditedNames(db, parsed);
  return parsed.map((entry) => toEntry(entry, names));
}

interface ParsedRow {
  readonly row: NamedRow;
  readonly details: AuditEntry['details'];
}

function toEntry({ row, details }: ParsedRow, names: ReadonlyMap<string, string>): AuditEntry {
  const person = personName(row.person_first, row.person_last, row.person_email);
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    actionLabel: auditActions[row.action],
    outcome: row.outcome,
    actorId: row.actor_id,
    actor: personName(row.actor_first, row.actor_last, row.actor_email),
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subject: person ?? names.get(row.subject_id ?? '') ?? null,
    address: row.origin_address ?? addressOfEarlier(row.address),
    details,
    detailNames: Object.fromEntries(
      idsIn(details).flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [[id, name]];
      }),
    ),
  };
}

/** Entries of earlier versions contain the address itself. */
const addressOfEarlier = (address: string | null) =>
  address?.startsWith('sha256:') === true ? null : address;

function personName(first: string | null, last: string | null, email: string | null) {
  return email === null ? null : `${first ?? ''} ${last ?? ''} <${email}>`.trim();
}

/**
 * The current names of IDs in entries: the months of uploads, the names of companies, API keys, reports and saved
 * searches. Deleted records have no name.
 */
async function auditedNames(
  db: AppDatabase,
  entries: readonly ParsedRow[],
): Promise<ReadonlyMap<string, string>> {
  const all = entries.flatMap(({ row, details }) => [row.subject_id, ...idsIn(details)]);
  const ids = [...new Set(all)].filter((id) => id !== null);
  const tables = ['companies', 'api_keys', 'reports', 'saved_searches'] as const;
  const named = [await uploadNames(db, ids)];
  for (const table of tables) named.push(await namedRows(db, table, ids));
  return new Map(named.flat());
}

/** The company that a user was assigned to, and the API key of an act on a company. */
const idsIn = ({ companyId, key }: AuditEntry['details']) =>
  [companyId, key].filter((id) => typeof id === 'string');

type Named = readonly (readonly [id: string, name: string])[];

async function namedRows(
  db: AppDatabase,
  table: 'companies' | 'api_keys' | 'reports' | 'saved_searches',
  ids: readonly string[],
): Promise<Named> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
  return rows.map(({ id, name }) => [id, name]);
}

/** Named by the requested month, or by the months that were read. */
async function uploadNames(db: AppDatabase, ids: readonly string[]): Promise<Named> {
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

const columns: readonly (readonly [title: string, cell: (entry: AuditEntry) => string])[] = [
  ['quando', ({ at }) => at],
  ['ação', ({ actionLabel }) => actionLabel],
  ['resultado', ({ outcome }) => (outcome === 'success' ? 'sucesso' : 'falha')],
  ['quem', ({ actor }) => actor ?? ''],
  ['quem (id)', ({ actorId }) => actorId ?? ''],
  ['sobre', (entry) => (entry.subjectType === null ? '' : subjectText(entry))],
  ['sobre (tipo)', ({ subjectType }) => subjectType ?? ''],
  ['sobre (id)', ({ subjectId }) => subjectId ?? ''],
  ['endereço', ({ address }) => address ?? ''],
  ['detalhes', (entry) => (hasDetails(entry) ? detailsText(entry) : '')],
  ['detalhes (JSON)', (entry) => (hasDetails(entry) ? JSON.stringify(entry.details) : '')],
];

const hasDetails = ({ details }: AuditEntry) => Object.keys(details).length > 0;

/** The entries that match the filters as CSV text, in chunks. A spreadsheet interprets no cell as a formula. */
export async function* auditCsv(db: AppDatabase, filters: AuditFilters): AsyncGenerator<string> {
  yield `${csvStart}${csvRow(columns.map(([title]) => title))}`;
  for await (const entries of auditChunks(db, [chosenEntries(db, filters)])) {
    yield entries.map((entry) => csvRow(columns.map(([, cell]) => cell(entry)))).join('');
  }
}
