import { sql } from 'kysely';
import { formatCount, formatCounted } from '../../../shared/words/format.ts';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { publishedBatches } from '../../registry/releases/require-whole-batches.ts';
import { releaseFingerprint } from '../../registry/releases/fingerprint.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { StartError } from '../../platform/errors.ts';
import { isPostgres } from '../../platform/store/dialects.ts';
import { executedMigrations } from '../../platform/store/migrate.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { openStore, type StoreOptions } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { KnownBatch } from '../../platform/warehouse/cluster/whole-batches.ts';
import { version } from '../../platform/version.ts';
import { appTables, describeRows, readRows, type AppSide } from './app-rows.ts';
import {
  describeBatches,
  readableBatches,
  readLines,
  requireEven,
  batchTables,
} from './batch-lines.ts';
import { describeFiles } from './transferred-files.ts';
import type { BatchTable, Manifest, Print, TransferSource } from './manifest.ts';

export interface ReadInstallation {
  readonly store: StoreOptions;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  /** Tables of the app database whose rows are not copied. */
  readonly leftOut: ReadonlySet<string>;
  /** Undefined if the target uses the same files. */
  readonly files: SharedFiles | undefined;
  readonly print: Print;
}

/**
 * Reads an installation as it is at one moment, also while users work with it: the app database through a transaction
 * that sees no later changes, and the warehouse batches that this app database lists. A batch is written before a
 * release lists it and never changes; sweeping waits for a backup (`ingest/orphans.ts`).
 */
export async function readInstallation<Result>(
  installation: ReadInstallation,
  use: (source: TransferSource) => Promise<Result>,
): Promise<Result> {
  // A separate connection, so that no other work waits for its transaction.
  const store = await openStore(installation.store);
  const begin = isPostgres(store.db)
    ? sql`begin transaction isolation level repeatable read, read only`
    : sql`begin`;
  try {
    return await store.db.connection().execute(async (db) => {
      await begin.execute(db);
      const side = { db, dataDir: installation.store.dataDir };
      try {
        return await use(await sourceOf(side, installation));
      } finally {
        // While the warehouse was read, for hours perhaps, PostgreSQL may have ended the idle connection.
        await sql`rollback`.execute(db).catch(() => undefined);
      }
    });
  } finally {
    await store.close();
  }
}

async function sourceOf(
  side: AppSide,
  { warehouse, clock, leftOut, files, print }: ReadInstallation,
): Promise<TransferSource> {
  const { dataDir } = side;
  const app = [];
  for (const table of await appTables(side)) {
    if (!leftOut.has(table.name)) app.push(await describeRows(side, table));
  }
  print('Contando e somando as linhas do armazém…');
  const published = await publishedBatches({ db: side.db });
  const ofReleases = new Set(published.map(({ batch }) => batch));
  const manifest: Manifest = {
    format: 1,
    installation: await nameOf(side.db),
    version,
    createdAt: clock().toISOString(),
    migrations: await executedMigrations(side.db),
    app,
    warehouse: await describeWarehouse(side.db, warehouse, published),
    files: files === undefined ? [] : await describeFiles({ db: side.db, files, dataDir }),
    fingerprint: await fingerprintOf(side.db, warehouse),
  };
  return {
    manifest,
    rows: (table) => readRows(side, table),
    lines: (table, { batch }) =>
      readLines(warehouse, table, batch, { isPublished: ofReleases.has(batch) }),
    file: async function* read({ path }) {
      if (files !== undefined) yield* await files.read(path);
    },
  };
}

async function nameOf(db: AppDatabase): Promise<string> {
  const { name } = await db.selectFrom('installation').select('name').executeTakeFirstOrThrow();
  return name;
}

async function describeWarehouse(
  db: AppDatabase,
  warehouse: Warehouse,
  published: readonly KnownBatch[],
): Promise<BatchTable[]> {
  const known = await knownBatches(db);
  const numbers = published.map(({ batch }) => batch);
  const ofReleases = new Set(numbers);
  const tables: BatchTable[] = [];
  const releaseRows = new Map<number, number>();
  for (const { name, columns, isPublished } of batchTables) {
    const table = { name, columns: columns.map((column) => ({ name: column.name })) };
    const acknowledged = [...known]
      .filter(([batch, { isWhole }]) => isWhole && !(isPublished && ofReleases.has(batch)))
      .map(([batch]) => batch);
    await requireEven(warehouse, name, acknowledged);
    const readable = await readableBatches(warehouse, name);
    const others = readable.filter(
      (batch) => known.has(batch) && !(isPublished && ofReleases.has(batch)),
    );
    const batches = [
      ...(isPublished ? await describeBatches(warehouse, table, numbers, 'batches') : []),
      ...(await describeBatches(warehouse, table, others)),
    ];
    tables.push({ ...table, batches });
    if (!isPublished) continue;
    for (const { batch, rows } of batches) {
      releaseRows.set(batch, (releaseRows.get(batch) ?? 0) + rows);
    }
  }
  const awaited = [...known].flatMap(([batch, { awaits }]) =>
    awaits === null || ofReleases.has(batch) ? [] : [{ batch, rows: awaits }],
  );
  requireWhole([...published, ...awaited], releaseRows);
  return tables;
}

/** Otherwise an incomplete backup would be noticed only when it is needed. */
function requireWhole(published: readonly KnownBatch[], found: ReadonlyMap<number, number>): void {
  const lacking = published.find(({ batch, rows }) => (found.get(batch) ?? 0) !== rows);
  if (lacking === undefined) return;
  throw new StartError(
    `O lote ${lacking.batch}, que está publicado ou espera aprovação, tem ${formatCounted(found.get(lacking.batch) ?? 0, 'linha', 'linhas')} de ${formatCount(lacking.rows)} no armazém: nada foi copiado. Confira o armazém, ou restaure um backup anterior.`,
  );
}

interface Known {
  /** Every replica has acknowledged its rows: none of them may be missing. */
  readonly isWhole: boolean;
  /** The number of rows of a batch that awaits approval; null for others. */
  readonly awaits: number | null;
}

/** Batches that releases list, rejected lines of completed files, and batches that await approval. */
async function knownBatches(db: AppDatabase): Promise<ReadonlyMap<number, Known>> {
  const [months, files] = await Promise.all([
    db
      .selectFrom('release_months')
      .select('cancellation_batch as batch')
      .where('cancellation_batch', 'is not', null)
      .execute(),
    db
      .selectFrom('upload_files')
      .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
      .select(['batch', 'status', 'outcome', 'accepted'])
      .where('uploads.status', 'not in', ['PENDING', 'PROCESSING'])
      .execute(),
  ]);
  const known = new Map<number, Known>();
  for (const { batch } of months) {
    if (batch !== null) known.set(batch, { isWhole: false, awaits: null });
  }
  for (const { batch, status, outcome, accepted } of files) {
    const awaits = status === 'AWAITING_APPROVAL' && outcome === null ? accepted : null;
    known.set(batch, { isWhole: outcome === 'PUBLISHED' || awaits !== null, awaits });
  }
  return known;
}

/** The fingerprint of the current release; null while nothing is published. */
export async function fingerprintOf(
  db: AppDatabase,
  warehouse: Warehouse,
): Promise<Manifest['fingerprint']> {
  const release = await currentRelease({ db });
  if (release.number === null) return null;
  return { release: release.number, ...(await releaseFingerprint(warehouse, release)) };
}
