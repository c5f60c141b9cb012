import { setImmediate } from 'node:timers/promises';
import type { AuditAction, AuditEntry } from '../../../shared/contracts/audit.ts';
import type { Done } from '../../../shared/contracts/people-fields.ts';
import { formatCount, formatCounted } from '../../../shared/words/format.ts';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import type { Flag } from '../../platform/store/columns.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { loadImportedReferences, noteImport } from '../../reference/imported-references.ts';
import {
  occupationSynonyms,
  occupationTable,
  type Occupation,
} from '../../reference/occupations.ts';
import { allMunicipalities } from '../../reference/places.ts';

export interface ImportDeps {
  readonly db: AppDatabase;
  readonly clock: () => Date;
}

interface TableImport {
  readonly action: AuditAction;
  /** The table as the audit names it. */
  readonly id: string;
  readonly details: AuditEntry['details'];
  readonly write: (transaction: AppDatabase, now: Date) => Promise<void>;
}

/** Writes a reference table and its audit entry in one transaction, then puts the table in force. */
export async function importTable(
  { db, clock }: ImportDeps,
  actor: Actor,
  { action, id, details, write }: TableImport,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    await write(transaction, now);
    const subject = { type: 'reference', id } as const;
    await recordAct(transaction, { action, actor, subject, details, at: now });
  });
  await loadImportedReferences(db);
}

export interface CboFiles {
  readonly occupations?: readonly Occupation[] | undefined;
  readonly synonyms?: readonly Occupation[] | undefined;
}

/** Imports the CBO from official files; each kind replaces its earlier import. */
export async function importCbo(
  deps: ImportDeps,
  actor: Actor,
  { occupations, synonyms }: CboFiles,
): Promise<Done> {
  await importTable(deps, actor, {
    action: 'reference.cbo_imported',
    id: 'cbo',
    details: { occupations: occupations?.length ?? 0, synonyms: synonyms?.length ?? 0 },
    write: async (transaction, now) => {
      if (occupations !== undefined) await replaceNames(transaction, occupations, 0, now);
      if (synonyms !== undefined) await replaceNames(transaction, synonyms, 1, now);
    },
  });
  const parts = [
    occupations && formatCounted(occupations.length, 'ocupação', 'ocupações'),
    synonyms && `${formatCounted(synonyms.length, 'sinônimo', 'sinônimos')}${unusedText(synonyms)}`,
  ];
  return cboImported(parts.filter((part) => part !== undefined));
}

function unusedText(imported: readonly Occupation[]): string {
  const unused = imported.length - occupationSynonyms().length;
  return unused === 0
    ? ''
    : ` (sem uso: ${formatCount(unused)}, de códigos que a tabela de ocupações não tem)`;
}

/** Restores the titles and synonyms that are built into the product. */
export async function importBuiltInCbo(deps: ImportDeps, actor: Actor): Promise<Done> {
  await importTable(deps, actor, {
    action: 'reference.cbo_imported',
    id: 'cbo',
    details: { builtIn: true },
    write: async (transaction, now) => {
      await replaceNames(transaction, [], 0, now);
      await replaceNames(transaction, [], 1, now);
    },
  });
  return cboImported([
    formatCounted(occupationTable().size, 'ocupação', 'ocupações'),
    formatCounted(occupationSynonyms().length, 'sinônimo', 'sinônimos'),
  ]);
}

const cboImported = (imported: readonly string[]): Done => ({
  message: `CBO importada: ${imported.join(' e ')}.`,
});

const rowsAtOnce = 1_000;

async function replaceNames(
  transaction: AppDatabase,
  names: readonly Occupation[],
  isSynonym: Flag,
  now: Date,
): Promise<void> {
  await noteImport(transaction, isSynonym === 1 ? 'synonyms' : 'occupations', now);
  await transaction
    .deleteFrom('imported_occupations')
    .where('is_synonym', '=', isSynonym)
    .execute();
  for (let start = 0; start < names.length; start += rowsAtOnce) {
    const some = names.slice(start, start + rowsAtOnce);
    const rows = some.map(({ code, title }) => ({ code, title, is_synonym: isSynonym }));
    await transaction.insertInto('imported_occupations').values(rows).execute();
    await setImmediate();
  }
}

/** Counts IBGE's list, which is built into the product, and records that as an import. */
export async function importMunicipalities(deps: ImportDeps, actor: Actor): Promise<Done> {
  const count = allMunicipalities().length;
  await importTable(deps, actor, {
    action: 'reference.municipalities_imported',
    id: 'municipalities',
    details: { municipalities: count },
    write: (transaction, now) => noteImport(transaction, 'municipalities', now),
  });
  return { message: `${formatCount(count)} municípios importados.` };
}
