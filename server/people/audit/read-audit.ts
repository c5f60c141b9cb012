import type { Kysely } from 'kysely';
import { z } from 'zod';
import {
  type AuditEntry,
  type AuditFilters,
  type AuditPage,
  type AuditQuery,
  auditActions,
} from '../../../shared/contracts/audit.ts';
import { detailsText, subjectText } from '../../../shared/sentences/audit-texts.ts';
import { csvRow, csvStart } from '../../platform/csv.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';
import type { Database } from '../../platform/store/schema.ts';
import { auditedNames, companyInDetails } from './audited-names.ts';

/** Audit entries as administrators read them. Names are joined at read time, so a deleted user has none. */

const Details = z.record(z.string(), z.json());

function namedEntries(db: Kysely<Database>) {
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

function chosenEntries(db: Kysely<Database>, filters: AuditFilters) {
  const { action, outcome, actorId, subjectId, from, to } = filters;
  let query = db.selectFrom('audit_log');
  if (action !== undefined) query = query.where('action', '=', action);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (from !== undefined) query = query.where('at', '>=', startOfDay(from));
  if (to !== undefined) query = query.where('at', '<', dayLater(startOfDay(to)));
  return query;
}

/** Brasília has been at UTC−3 all year since 2019. */
const startOfDay = (day: string) => `${day}T03:00:00.000Z`;
const dayLater = (instant: string) => new Date(Date.parse(instant) + 86_400_000).toISOString();

/** One page of the entries that match the filters, newest first. */
export async function auditPage(
  db: Kysely<Database>,
  { page, pageSize, ...filters }: AuditQuery,
): Promise<AuditPage> {
  const chosen = chosenEntries(db, filters).select('audit_log.id');
  const total = await countOf(chosen);
  const shown = pageOf(chosen.orderBy('at', 'desc').orderBy('id', 'desc'), { page, pageSize });
  const rows = await namedEntries(db)
    .where('audit_log.id', 'in', shown)
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .execute();
  return { entries: await toEntries(db, rows), total, page, pageSize };
}

const chunkLength = 500;

/**
 * Every entry that matches the filters, newest first, in chunks: memory use does not grow with the number of entries.
 */
async function* auditChunks(
  db: Kysely<Database>,
  filters: AuditFilters,
): AsyncGenerator<AuditEntry[]> {
  let last: { readonly at: string; readonly id: string } | undefined;
  for (;;) {
    let chosen = chosenEntries(db, filters).select('audit_log.id');
    if (last !== undefined) {
      const { at, id } = last;
      chosen = chosen.where((where) =>
        where.or([where('at', '<', at), where.and([where('at', '=', at), where('id', '<', id)])]),
      );
    }
    const rows = await namedEntries(db)
      .where(
        'audit_log.id',
        'in',
        chosen.orderBy('at', 'desc').orderBy('id', 'desc').limit(chunkLength),
      )
      .orderBy('audit_log.at', 'desc')
      .orderBy('audit_log.id', 'desc')
      .execute();
    if (rows.length > 0) yield await toEntries(db, rows);
    last = rows.at(-1);
    if (rows.length < chunkLength || last === undefined) return;
  }
}

/** The entries of a user's own acts and of acts on the user, newest first. */
export async function auditOfPerson(db: Kysely<Database>, userId: string): Promise<AuditEntry[]> {
  const rows = await namedEntries(db)
    .where((where) =>
      where.or([
        where('audit_log.actor_id', '=', userId),
        where('audit_log.subject_id', '=', userId),
      ]),
    )
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .execute();
  return toEntries(db, rows);
}

async function toEntries(db: Kysely<Database>, rows: readonly NamedRow[]): Promise<AuditEntry[]> {
  const things = rows.map((row) => ({
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    details: Details.parse(JSON.parse(row.details)),
  }));
  const names = await auditedNames(db, things);
  return rows.map((row, index) => toEntry(row, things[index]?.details ?? {}, names));
}

function toEntry(
  row: NamedRow,
  details: AuditEntry['details'],
  names: ReadonlyMap<string, string>,
): AuditEntry {
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
      companyInDetails({ details }).flatMap((id) => {
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
export async function* auditCsv(
  db: Kysely<Database>,
  filters: AuditFilters,
): AsyncGenerator<string> {
  yield `${csvStart}${csvRow(columns.map(([title]) => title))}`;
  for await (const entries of auditChunks(db, filters)) {
    yield entries.map((entry) => csvRow(columns.map(([, cell]) => cell(entry)))).join('');
  }
}
