import { setImmediate } from 'node:timers/promises';
import type { ReferenceTableName } from '../platform/store/administration-schema.ts';
import type { AppDatabase } from '../platform/store/schema.ts';
import { allCnaes } from './cnaes.ts';
import { useImportedInpc } from './inpc.ts';
import { useImportedMinimumWages } from './minimum-wage.ts';
import { allMunicipalities } from './places.ts';
import { occupationIndex, readyOccupationSearch, useOccupationIndex } from './occupation-search.ts';
import { allOccupations, occupationTable, occupationsWith, useOccupations } from './occupations.ts';

/**
 * Puts the tables that administrators imported into the reference tables of this process: at the start, after each
 * import, and after an import by another process.
 */
let loadedRevision = 0;
let loadedImports = '';

/** The revision of the tables in force. Responses computed with another revision may differ. */
export const referencesRevision = (): number => loadedRevision;

/** Identifies the tables in force. Differs between all imports, also of another installation or before a restore. */
export const referencesIdentity = (): string => loadedImports;

/** Loads the tables of the app database, unless this process has them already. */
export async function refreshImportedReferences(db: AppDatabase): Promise<void> {
  if ((await currentImports(db)).revision !== loadedRevision) await loadImportedReferences(db);
}

const maxAttempts = 5;

/**
 * Runs `answer` with the newest reference tables, and with the same tables from beginning to end: if an import changes
 * them meanwhile, `answer` runs again, at most `maxAttempts` times in total.
 */
export async function withStableReferences<Answer>(
  db: AppDatabase,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  await refreshImportedReferences(db);
  for (let attempt = 1; ; attempt++) {
    const revision = loadedRevision;
    const answered = await answer();
    if (revision === loadedRevision || attempt === maxAttempts) return answered;
  }
}

let last: Promise<void> = Promise.resolve();
let next: { readonly db: AppDatabase; readonly done: Promise<void> } | undefined;

/**
 * Loads the tables of the app database, even if this process has them already. One load runs at a time, and the calls
 * that wait for it share the next one: sixty imports at once would index the names sixty times at once.
 */
export async function loadImportedReferences(db: AppDatabase): Promise<void> {
  if (next?.db !== db) next = { db, done: loadAfter(last, db) };
  const { done } = next;
  last = done.catch(() => undefined);
  await done;
}

async function loadAfter(earlier: Promise<void>, db: AppDatabase): Promise<void> {
  await earlier;
  // A later call may have seen an import that this load does not.
  if (next?.db === db) next = undefined;
  await loadNewest(db);
}

async function loadNewest(db: AppDatabase): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { revision, identity, ofOccupations } = await currentImports(db);
    const putInForce = await readImported(db, ofOccupations);
    // Reads the tables again if an import changed them meanwhile, so that tables of two imports are not in force
    // together. Stops after `maxAttempts` attempts.
    const after = await currentImports(db);
    if (revision !== after.revision && attempt < maxAttempts) continue;
    putInForce();
    loadedRevision = revision;
    loadedImports = identity;
    return;
  }
}

/** Reads the imported tables; returns a function that puts them in force, all at once. */
async function readImported(db: AppDatabase, ofOccupations: string): Promise<() => void> {
  const [putOccupations, wages, inpc] = await Promise.all([
    readOccupations(db, ofOccupations),
    db.selectFrom('imported_minimum_wages').selectAll().execute(),
    db.selectFrom('imported_inpc').selectAll().execute(),
  ]);
  return () => {
    putOccupations();
    useImportedMinimumWages(
      wages.map(({ from_month, centavos, source }) => ({ from: from_month, centavos, source })),
    );
    useImportedInpc(inpc);
  };
}

let loadedOccupations: { readonly imports: string; readonly titles: object } | undefined;

/** Indexes the names before they are in force. An import of another table does not index them again. */
async function readOccupations(db: AppDatabase, imports: string): Promise<() => void> {
  const { imports: before, titles } = loadedOccupations ?? {};
  if (imports === before && titles === occupationTable()) return () => undefined;
  const rows = await db
    .selectFrom('imported_occupations')
    .selectAll()
    .orderBy('code')
    .orderBy('title')
    .execute();
  await setImmediate();
  const tables = occupationsWith(
    rows.filter(({ is_synonym }) => is_synonym === 0),
    rows.filter(({ is_synonym }) => is_synonym === 1),
  );
  const indexed = await occupationIndex(tables.titles, tables.synonyms);
  return () => {
    useOccupations(tables);
    useOccupationIndex(indexed);
    loadedOccupations = { imports, titles: tables.titles };
  };
}

async function currentImports(db: AppDatabase) {
  const imports = await db
    .selectFrom('reference_imports')
    .select(['name', 'imported_at', 'revision'])
    .orderBy('name')
    .execute();
  const revision = imports.reduce((sum, { revision: own }) => sum + own, 0);
  const ofOccupations = imports.filter(({ name }) => name === 'occupations' || name === 'synonyms');
  return {
    revision,
    identity: JSON.stringify(imports),
    ofOccupations: JSON.stringify(ofOccupations),
  };
}

/**
 * Records that a table was imported, in the transaction of the import. Call it first: the row that it locks makes a
 * concurrent import of the same table wait.
 */
export async function noteImport(
  transaction: AppDatabase,
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

/** When each table was last imported; tables without an import are missing. */
export async function importMoments(
  db: AppDatabase,
): Promise<ReadonlyMap<ReferenceTableName, string>> {
  const rows = await db.selectFrom('reference_imports').select(['name', 'imported_at']).execute();
  return new Map(rows.map(({ name, imported_at }) => [name, imported_at]));
}

/** Fills the tables of first use before the first request: that blocks for some hundred milliseconds. */
export async function readyReferenceTables(): Promise<void> {
  allOccupations();
  allCnaes();
  allMunicipalities();
  await readyOccupationSearch();
}
