import type { Kysely } from 'kysely';
import type { ReferenceTableName } from '../store/administration-schema.ts';
import type { Database } from '../store/schema.ts';
import { useImportedInpc } from './inpc.ts';
import { useImportedMinimumWages } from './minimum-wage.ts';
import { useImportedOccupations } from './occupations.ts';

/**
 * What administrators imported, put into the reference tables of this process: at the start, after each import,
 * and when another process has imported something.
 */
let loadedRevision = 0;

/** Of the tables that this process answers with: what was answered with another one may differ. */
export const referencesRevision = (): number => loadedRevision;

/** Loads what the app database has, unless this process has it already. */
export async function refreshImportedReferences(db: Kysely<Database>): Promise<void> {
  if ((await currentRevision(db)) !== loadedRevision) await loadImportedReferences(db);
}

/** Loads what the app database has. */
export async function loadImportedReferences(db: Kysely<Database>): Promise<void> {
  // Read first: what is imported while the tables are read is loaded again at the next turn.
  const revision = await currentRevision(db);
  const [occupations, wages, inpc] = await Promise.all([
    db.selectFrom('imported_occupations').selectAll().orderBy('code').orderBy('title').execute(),
    db.selectFrom('imported_minimum_wages').selectAll().execute(),
    db.selectFrom('imported_inpc').selectAll().execute(),
  ]);
  useImportedOccupations(
    occupations.filter(({ is_synonym }) => is_synonym === 0),
    occupations.filter(({ is_synonym }) => is_synonym === 1),
  );
  useImportedMinimumWages(
    wages.map(({ from_month, centavos, source }) => ({ from: from_month, centavos, source })),
  );
  useImportedInpc(inpc);
  loadedRevision = revision;
}

async function currentRevision(db: Kysely<Database>): Promise<number> {
  const { revision } = await db
    .selectFrom('reference_imports')
    .select(({ fn }) => fn.sum<number | null>('revision').as('revision'))
    .executeTakeFirstOrThrow();
  return revision ?? 0;
}

/** Notes that a table was imported, in the transaction of the import. */
export async function noteImport(
  transaction: Kysely<Database>,
  name: ReferenceTableName,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('reference_imports')
    .values({ name, imported_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({
        imported_at: now.toISOString(),
        revision: set('reference_imports.revision', '+', 1),
      })),
    )
    .execute();
}

/** When each table was last imported; those that never were are missing. */
export async function importMoments(
  db: Kysely<Database>,
): Promise<ReadonlyMap<ReferenceTableName, string>> {
  const rows = await db.selectFrom('reference_imports').select(['name', 'imported_at']).execute();
  return new Map(rows.map(({ name, imported_at }) => [name, imported_at]));
}
