import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { formatCounted } from '../../../shared/words/format.ts';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { nameWarehouse, transferMark } from '../installation/reach-warehouse.ts';
import { publishedBatches } from '../../registry/releases/require-whole-batches.ts';
import { StartError } from '../../platform/errors.ts';
import { isPostgres } from '../../platform/store/dialects.ts';
import { executedMigrations, migrate, schemaOfTables } from '../../platform/store/migrate.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { sealBatches, storedBatches } from '../../platform/warehouse/cluster/whole-batches.ts';
import {
  appTables,
  describeRows,
  differentCopy,
  hasRows,
  writeRows,
  type AppSide,
  type AppTableShape,
  tableTitle,
} from './app-rows.ts';
import {
  describeBatches,
  removeBatch,
  unevenBatches,
  writeLines,
  batchTables,
  unknownTables,
} from './batch-lines.ts';
import { meter } from './transferred-files.ts';
import { fingerprintOf } from './installation-source.ts';
import type {
  AppTable,
  BatchTable,
  TransferredFile,
  Manifest,
  Print,
  TransferSource,
} from './manifest.ts';
import type { UnfinishedRestore } from '../installation/unfinished-restore.ts';

/** The target of a transfer: its databases, opened, and its folder. */
export interface TransferTarget {
  /** Not migrated: the transfer first creates the schema of the content, and then migrates to the current one. */
  readonly store: Store;
  /** With its tables, and without an owner. */
  readonly warehouse: Warehouse;
  readonly files: SharedFiles;
  readonly dataDir: string;
  /** Marks the folder as incomplete, if the folder is part of the target. */
  readonly restore?: UnfinishedRestore;
}

/**
 * Writes everything of the source into a target that is empty or contains an interrupted run of the same transfer. The
 * order is the warehouse, one batch at a time, then files, then the app database in one transaction, so that no server
 * can start on a half-written target. Every count and digest is compared with the source's before the end.
 */
export async function writeInstallation(
  source: TransferSource,
  target: TransferTarget,
  print: Print,
): Promise<void> {
  const { manifest } = source;
  const mark = `${transferMark}${manifest.installation}`;
  const state = await stateOf(target, mark);
  if (state === 'occupied') {
    throw new StartError(target.restore === undefined ? `${occupied}.` : orOverwritten);
  }
  await target.restore?.begin();
  if (state === 'empty') await nameWarehouse(target.warehouse, mark);
  else print('Continuando a cópia já iniciada…');
  for (const table of manifest.warehouse)
    await writeBatches(source, table, target.warehouse, print);
  for (const file of manifest.files) await writeFileOf(source, file, target.files);
  print('Gravando o banco de dados do aplicativo…');
  await writeApp(source, target);
  await sealBatches(target.warehouse, await publishedBatches(target.store));
  await requireFingerprint(source, target);
  await nameWarehouse(target.warehouse, manifest.installation);
  await migrate(target.store);
  await target.restore?.end();
}

const occupied = 'O destino já tem dados de uma instalação. Escolha um destino vazio';
const orOverwritten = `${occupied}, ou repita o comando com --overwrite para substituir os dados do destino.`;

/** The state of a target, given the mark that this transfer would leave in it. */
export async function stateOf(
  { store, warehouse, dataDir }: TransferTarget,
  mark: string,
): Promise<'empty' | 'begun' | 'occupied'> {
  const names = await warehouse.rows<{ name: string }>({
    text: 'select distinct name from installation',
  });
  if (names.length > 0) return names.every(({ name }) => name === mark) ? 'begun' : 'occupied';
  for (const { name } of batchTables) {
    if ((await storedBatches(warehouse, [{ name }])).size > 0) return 'occupied';
  }
  return (await hasRows({ db: store.db, dataDir })) ? 'occupied' : 'empty';
}

/** Writes the batches that are missing or incomplete, and deletes those that the source does not have. */
async function writeBatches(
  source: TransferSource,
  table: BatchTable,
  warehouse: Warehouse,
  print: Print,
): Promise<void> {
  const wanted = new Map(table.batches.map((batch) => [batch.batch, batch]));
  const stored = [...(await storedBatches(warehouse, [table]))];
  const uneven = await unevenBatches(warehouse, table.name, stored);
  const described = new Map(
    (await describeBatches(warehouse, table, stored)).map((batch) => [batch.batch, batch]),
  );
  const whole = new Set<number>();
  for (const batch of stored) {
    const [sent, found] = [wanted.get(batch), described.get(batch)];
    const isSame = sent !== undefined && sent.rows === found?.rows && sent.digest === found.digest;
    if (isSame && !uneven.has(batch)) whole.add(batch);
    else await removeBatch(warehouse, table.name, batch);
  }
  let done = 0;
  for (const batch of table.batches) {
    done += 1;
    if (whole.has(batch.batch)) continue;
    await writeLines(warehouse, table, source.lines(table, batch));
    const [written] = await describeBatches(warehouse, table, [batch.batch]);
    if (written?.rows !== batch.rows || written.digest !== batch.digest) {
      throw new StartError(
        `A cópia do lote ${batch.batch} de ${tableTitle(table)} tem diferenças. Repita o comando.`,
      );
    }
    print(
      `${tableTitle(table)}: lote ${done} de ${table.batches.length}, ${formatCounted(batch.rows, 'linha', 'linhas')}`,
    );
  }
}

async function writeFileOf(
  source: TransferSource,
  file: TransferredFile,
  files: SharedFiles,
): Promise<void> {
  const path = files.here(file.path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { pass, measured } = meter();
  await pipeline(
    Readable.from(source.file(file)),
    pass,
    createWriteStream(`${path}.partial`, { mode: 0o600, flush: true }),
  );
  if (measured().sha256 !== file.sha256) {
    throw new StartError(`A cópia do arquivo ${file.path} tem diferenças. Repita o comando.`);
  }
  await rename(`${path}.partial`, path);
  await files.share(file.path);
  await files.leave(file.path);
}

async function writeApp(source: TransferSource, target: TransferTarget): Promise<void> {
  const { migrations, app } = source.manifest;
  const { store, dataDir } = target;
  const whole = { db: store.db, dataDir };
  if (await hasRows(whole)) {
    // An earlier run was interrupted after the transaction below and before the end.
    if (await isWritten(whole, app)) return;
    if (await isOfAnother(source.manifest, whole)) throw new StartError(occupiedDatabase);
    // An earlier copy, or the name that a server stored when it started in between, before it was refused.
    await dropTables(whole);
  }
  const executed = await executedMigrations(store.db);
  if (executed.length > migrations.length) throw new StartError(newerTarget);
  await migrate(store, migrations.at(-1));
  await store.db.transaction().execute(async (db) => {
    const side = { ...whole, db };
    const shapes = await appTables(side);
    const tables = shapes.flatMap((shape) => app.filter((table) => isOf(table, shape)));
    if (tables.length !== app.length) throw new StartError(unknownTables);
    const written: AppTable[] = [];
    for (const table of tables) written.push(await writeRows(side, table, source.rows(table)));
    const different = await firstDifferent(side, written);
    if (different !== undefined) throw differentCopy(different);
  });
}

/** Whether a table of the source is one of the product's tables, with the same columns. */
const isOf = (table: AppTable, { name, columns }: AppTableShape): boolean =>
  table.name === name && isDeepStrictEqual(table.columns, columns);

async function isWritten(side: AppSide, tables: readonly AppTable[]): Promise<boolean> {
  const shapes = await appTables(side);
  if (!tables.every((table) => shapes.some((shape) => isOf(table, shape)))) return false;
  const different = await side.db
    .transaction()
    .execute((db) => firstDifferent({ ...side, db }, tables));
  return different === undefined;
}

/** Whether the app database has releases of another installation, which the half-written warehouse lacks. */
async function isOfAnother({ installation }: Manifest, side: AppSide): Promise<boolean> {
  const there = new Set((await appTables(side)).map(({ name }) => name));
  if (!there.has('installation') || !there.has('releases')) return false;
  const owner = await side.db.selectFrom('installation').select('name').executeTakeFirst();
  const release = await side.db.selectFrom('releases').select('number').executeTakeFirst();
  return release !== undefined && owner?.name !== installation;
}

const occupiedDatabase =
  'O banco de dados do aplicativo no destino é de outra instalação, que tem dados publicados: confira o endereço, ou use um banco vazio.';

const newerTarget =
  'O banco de dados do aplicativo no destino já tem as tabelas de uma versão mais nova que a dos dados: use um banco novo, sem tabelas.';

async function firstDifferent(
  side: AppSide,
  tables: readonly AppTable[],
): Promise<AppTable | undefined> {
  for (const table of tables) {
    const { rows, digest } = await describeRows(side, table);
    if (rows !== table.rows || digest !== table.digest) return table;
  }
  return undefined;
}

async function requireFingerprint(
  { manifest }: TransferSource,
  { store, warehouse }: TransferTarget,
): Promise<void> {
  const found = await fingerprintOf(store.db, warehouse);
  if (
    found?.digest === manifest.fingerprint?.digest &&
    found?.lines === manifest.fingerprint?.lines
  )
    return;
  throw new StartError('A cópia dos dados publicados tem diferenças. Repita o comando.');
}

/** The migrator's own tables; it creates each again if it is missing. */
const migrationTables = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Leaves an app database as if this product had never used it: drops its tables and their functions. Objects of other
 * programs in the same database stay.
 */
export async function dropTables(side: AppSide): Promise<void> {
  const { db } = side;
  const tables = (await appTables(side)).toReversed().map(({ name }) => name);
  const functions = isPostgres(db) ? await functionsOf(side, tables) : [];
  await db.transaction().execute(async (transaction) => {
    for (const name of [...tables, ...migrationTables]) {
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    }
    for (const signature of functions) {
      await sql`drop function if exists ${sql.raw(signature)}`.execute(transaction);
    }
  });
}

/** The functions that the triggers of these tables run. */
async function functionsOf({ db }: AppSide, tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const schema = await schemaOfTables(db);
  const { rows } = await sql<{ signature: string }>`
    select distinct tgfoid::regprocedure::text as signature
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where not tgisinternal
      and relnamespace = (select oid from pg_namespace where nspname = ${schema})
      and relname in (${sql.join(tables)})`.execute(db);
  return rows.map(({ signature }) => signature);
}
