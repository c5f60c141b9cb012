import type { Kysely } from 'kysely';
import type { CboImported } from '../../../shared/contracts/settings.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { loadImportedReferences, noteImport } from '../../reference/imported-references.ts';
import {
  occupationSynonyms,
  occupationTable,
  type Occupation,
} from '../../reference/occupations.ts';
import type { Flag } from '../../platform/store/flag.ts';
import type { Database } from '../../platform/store/schema.ts';

export interface ImportDeps {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
}

export interface CboFiles {
  readonly occupations?: readonly Occupation[] | undefined;
  readonly synonyms?: readonly Occupation[] | undefined;
}

/** Imports the CBO from official files; each kind replaces its earlier import. */
export async function importCbo(
  { db, clock }: ImportDeps,
  actor: Actor,
  { occupations, synonyms }: CboFiles,
): Promise<CboImported> {
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    if (occupations !== undefined) await replace(transaction, occupations, 0, now);
    if (synonyms !== undefined) await replace(transaction, synonyms, 1, now);
    await recordAct(transaction, {
      action: 'reference.cbo_imported',
      actor,
      subject: { type: 'reference', id: 'cbo' },
      details: { occupations: occupations?.length ?? 0, synonyms: synonyms?.length ?? 0 },
      at: now,
    });
  });
  await loadImportedReferences(db);
  const parts = [
    ...(occupations === undefined ? [] : [`${formatCount(occupations.length)} ocupações`]),
    ...(synonyms === undefined ? [] : [`${formatCount(synonyms.length)} sinônimos`]),
  ];
  return inForce(`CBO importada: ${parts.join(' e ')}.`);
}

/** Restores the titles and synonyms that are built into the product. */
export async function importBuiltInCbo(
  { db, clock }: ImportDeps,
  actor: Actor,
): Promise<CboImported> {
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    await replace(transaction, [], 0, now);
    await replace(transaction, [], 1, now);
    await recordAct(transaction, {
      action: 'reference.cbo_imported',
      actor,
      subject: { type: 'reference', id: 'cbo' },
      details: { builtIn: true },
      at: now,
    });
  });
  await loadImportedReferences(db);
  return inForce(
    `CBO importada: ${formatCount(occupationTable().size)} ocupações e ${formatCount(occupationSynonyms().length)} sinônimos.`,
  );
}

const inForce = (message: string): CboImported => ({
  message,
  occupations: occupationTable().size,
  synonyms: occupationSynonyms().length,
});

const rowsAtOnce = 1_000;

async function replace(
  transaction: Kysely<Database>,
  occupations: readonly Occupation[],
  isSynonym: Flag,
  now: Date,
): Promise<void> {
  await transaction
    .deleteFrom('imported_occupations')
    .where('is_synonym', '=', isSynonym)
    .execute();
  for (let start = 0; start < occupations.length; start += rowsAtOnce) {
    await transaction
      .insertInto('imported_occupations')
      .values(
        occupations
          .slice(start, start + rowsAtOnce)
          .map(({ code, title }) => ({ code, title, is_synonym: isSynonym })),
      )
      .execute();
  }
  await noteImport(transaction, isSynonym === 1 ? 'synonyms' : 'occupations', now);
}
