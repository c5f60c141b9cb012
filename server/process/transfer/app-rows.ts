import { randomUUID, createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { StartError } from '../../platform/errors.ts';
import { isPostgres } from '../../platform/store/dialects.ts';
import { ownTables, schemaOfTables } from '../../platform/store/migrate.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import type { AppTable, BatchTable } from './manifest.ts';

/** An app database from which rows are read or to which they are written. */
export interface AppSide {
  /** A transaction, so that all tables are read at the same moment. */
  readonly db: AppDatabase;
  /** The folder whose files some rows name. */
  readonly dataDir: string;
}

export interface AppTableShape {
  readonly name: string;
  /** Sorted by name. */
  readonly columns: readonly string[];
}

/** This product's tables in the app database, each after the tables that its rows refer to. */
export async function appTables({ db }: Pick<AppSide, 'db'>): Promise<AppTableShape[]> {
  const schema = await schemaOfTables(db);
  const tables = await db.introspection.getTables();
  const columnsOf = new Map(
    tables.filter((table) => table.schema === schema).map(({ name, columns }) => [name, columns]),
  );
  return (await ownTables()).flatMap((name) => {
    const columns = columnsOf.get(name);
    return columns ? [{ name, columns: columns.map((column) => column.name).toSorted() }] : [];
  });
}

const pageRows = 200;

/** Yields every row of a table as a JSON list of its columns' values, in constant memory. */
export async function* readRows(side: AppSide, table: AppTableShape): AsyncGenerator<string> {
  let read = 0;
  for await (const row of rowsOf(side, table)) {
    yield JSON.stringify(table.columns.map((column) => carried(row[column], side.dataDir)));
    read += 1;
    // SQLite runs on this thread: yields to the event loop between pages.
    if (read % pageRows === 0) await setImmediate();
  }
}

type Row = Readonly<Record<string, unknown>>;

async function* rowsOf({ db }: AppSide, table: AppTableShape): AsyncGenerator<Row> {
  const query = db
    .withTables<Record<string, Record<string, unknown>>>()
    .selectFrom(table.name)
    .select(table.columns);
  if (!isPostgres(db)) {
    yield* query.stream();
    return;
  }
  // A unique name: a cursor of an interrupted read stays open until the transaction ends.
  const cursor = sql.id(`carried_${randomUUID()}`);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(pageRows)} from ${cursor}`.execute(db);
    if (rows.length === 0) break;
    yield* rows;
  }
  await sql`close ${cursor}`.execute(db);
}

export async function hasRows(side: AppSide): Promise<boolean> {
  for (const { name } of await appTables(side)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(side.db);
    if (rows.length > 0) return true;
  }
  return false;
}

export async function describeRows(side: AppSide, table: AppTableShape): Promise<AppTable> {
  const digest = new RowDigest();
  for await (const row of readRows(side, table)) digest.add(row);
  return {
    name: table.name,
    columns: [...table.columns],
    rows: digest.rows,
    digest: digest.digest,
  };
}

const Path = z.strictObject({ within: z.string() });
const Carried = z.array(z.union([z.string(), z.number(), z.null(), Path]));
type CarriedValue = z.infer<typeof Carried>[number];

/** Files within the installation's folder have a relative path, because the folder has another name elsewhere. */
function carried(value: unknown, dataDir: string): CarriedValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string')
    throw new Error(`A value of type ${typeof value} cannot be carried.`);
  if (!value.startsWith(dataDir + sep)) return value;
  return { within: relative(dataDir, value).split(sep).join('/') };
}

const unpacked = (value: CarriedValue, dataDir: string): string | number | null =>
  value === null || typeof value !== 'object' ? value : join(dataDir, value.within);

/** The limits are 65,535 values per statement in PostgreSQL and 32,766 in SQLite. */
const valuesAtOnce = 20_000;
const charactersAtOnce = 4 * 2 ** 20;

/**
 * Writes rows as `readRows` yields them into an empty table. Returns what `describeRows` must find there: a path outside
 * the source's folder may lie within this one. Throws `StartError` for other rows than those described.
 */
export async function writeRows(
  { db, dataDir }: AppSide,
  table: AppTable,
  rows: AsyncIterable<string>,
): Promise<AppTable> {
  const [given, written] = [new RowDigest(), new RowDigest()];
  const atOnce = Math.max(1, Math.min(pageRows, Math.floor(valuesAtOnce / table.columns.length)));
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const insert = async (page: readonly string[]) => {
    if (page.length === 0) return;
    const values = page.map((row) => {
      const fields = Carried.parse(JSON.parse(row)).map((value) => unpacked(value, dataDir));
      given.add(row);
      written.add(JSON.stringify(fields.map((value) => carried(value, dataDir))));
      return sql`(${sql.join(fields)})`;
    });
    await sql`
      insert into ${sql.table(table.name)} (${columns})
      values ${sql.join(values)}`.execute(db);
  };
  let page: string[] = [];
  let length = 0;
  for await (const row of rows) {
    page.push(row);
    length += row.length;
    if (page.length < atOnce && length < charactersAtOnce) continue;
    await insert(page);
    page = [];
    length = 0;
  }
  await insert(page);
  if (given.digest !== table.digest) throw differentCopy(table);
  return { ...table, rows: written.rows, digest: written.digest };
}

/** The refusal of a copy whose rows are not those of the source. */
export const differentCopy = ({ name }: Pick<AppTable, 'name'>) =>
  new StartError(`A cópia da tabela ${name} tem diferenças. Repita o comando.`);

/** Tables about running processes, which mean nothing in another installation. */
// A copy ships its audit to the receivers from the beginning: they recognise what they have by number and hash.
const ofRunningProcesses = ['backups', 'attempts', 'held_uploads', 'audit_shipments'];

export const leftOutOfCopies: ReadonlySet<string> = new Set(ofRunningProcesses);

/**
 * A backup grants access to no account: it has no sessions, links or keys, and not the key that signs the tokens of
 * known devices (`secrets`). A restored installation creates a new one.
 */
export const leftOutOfBackups: ReadonlySet<string> = new Set([
  ...ofRunningProcesses,
  'sessions',
  'password_resets',
  'api_keys',
  'secrets',
]);

const modulus = 1n << 128n;

/** A digest of rows that ignores their order and counts repetitions: the sum of 128 bits of each row's hash. */
export class RowDigest {
  #sum = 0n;
  #rows = 0;

  add(row: string): void {
    this.#rows += 1;
    const hash = createHash('sha256').update(row).digest();
    this.#sum =
      (this.#sum + hash.readBigUInt64BE(0) * (1n << 64n) + hash.readBigUInt64BE(8)) % modulus;
  }

  get rows(): number {
    return this.#rows;
  }

  get digest(): string {
    return this.#sum.toString(16);
  }
}

const titles: Readonly<Record<string, string>> = {
  movements: 'movimentações',
  exclusions: 'exclusões',
  rejections: 'linhas rejeitadas',
};

export const tableTitle = ({ name }: Pick<BatchTable, 'name'>): string => titles[name] ?? name;
