import type { Kysely } from 'kysely';
import type { AuditEntry, AuditFilters } from '../../../shared/contracts/audit.ts';
import { detailsText, subjectText } from '../../../shared/sentences/audit-texts.ts';
import { csvRow, csvStart } from '../../platform/csv.ts';
import type { Database } from '../../platform/store/schema.ts';
import { auditChunks } from './read-audit.ts';

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
