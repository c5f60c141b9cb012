import { Kysely, sql, type Dialect } from 'kysely';
import { StartError } from '../errors.ts';
import type { AppDatabase, Database } from './schema.ts';
import { DiskReserve } from './disk-reserve.ts';
import { toStoreError, sqliteDialect } from './sqlite.ts';
import { StoreError } from './store-error.ts';

export type StoreDialect = 'sqlite' | 'postgres';

/** The app database: users, sessions, uploads, reports. Salaries live in the warehouse. */
export interface Store {
  readonly db: AppDatabase;
  readonly dialect: StoreDialect;
  /** The reserve for a full disk; only with SQLite. */
  readonly diskReserve?: DiskReserve;
  close(): Promise<void>;
}

/** The store, and the clock for the times of its rows. */
export interface StoreAndClock {
  readonly store: Store;
  readonly clock: () => Date;
}

export interface StoreOptions {
  /** `postgres://…`; undefined means SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** Opens the app database and runs one query, so that a wrong address fails here with a clear message. */
export async function openStore({ databaseUrl, dataDir }: StoreOptions): Promise<Store> {
  const dialect = databaseUrl === undefined ? 'sqlite' : 'postgres';
  await using opened = new AsyncDisposableStack();
  try {
    const db = new Kysely<Database>({
      dialect: databaseUrl === undefined ? sqliteDialect(dataDir) : await postgres(databaseUrl),
    });
    opened.defer(() => db.destroy());
    const store: Store = {
      db,
      dialect,
      ...(dialect === 'sqlite' && { diskReserve: new DiskReserve(dataDir) }),
      close: () => db.destroy(),
    };
    await checkStore(store);
    if (dialect === 'postgres') await requireRecent(store);
    opened.move();
    return store;
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const translated = dialect === 'sqlite' ? toStoreError(cause) : undefined;
    const sentence = translated instanceof StoreError ? translated.message : unreachable[dialect];
    throw new StartError(sentence, { cause });
  }
}

/** Imports the client on demand, since loading it takes time. */
async function postgres(databaseUrl: string): Promise<Dialect> {
  const { postgresDialect } = await import('./postgres.ts');
  return postgresDialect(databaseUrl);
}

/** The oldest major version on which the migrations were tested; the tests run on a newer one. */
const oldestPostgres = 15;

async function requireRecent({ db }: Store): Promise<void> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  const sentence = tooOldPostgres(rows[0]?.server_version ?? '');
  if (sentence !== undefined) throw new StartError(sentence);
}

/** The message for a PostgreSQL version (`18.4`) that is too old; undefined for others. */
export function tooOldPostgres(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= oldestPostgres) return undefined;
  return `O PostgreSQL de DATABASE_URL é o ${version}, e este sistema precisa do ${oldestPostgres} ou mais novo.`;
}

const unreachable = {
  sqlite:
    'Não foi possível abrir o banco de dados do aplicativo em DATA_DIR: confira se a pasta existe e permite escrita.',
  postgres:
    'Não foi possível conectar ao PostgreSQL de DATABASE_URL: confira o endereço, o usuário e a senha.',
} satisfies Record<StoreDialect, string>;

/** Rejects if the app database does not respond. */
export async function checkStore(store: Store): Promise<void> {
  await sql`select 1`.execute(store.db);
}
