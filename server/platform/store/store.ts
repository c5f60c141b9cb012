import { Kysely, sql, type Dialect } from 'kysely';
import { isCertificateCode } from '../certificate-code.ts';
import { codeOf, StartError } from '../errors.ts';
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
    if (dialect === 'postgres') throw new StartError(unreachablePostgres(cause), { cause });
    const translated = toStoreError(cause);
    const sentence = translated instanceof StoreError ? translated.message : noFile;
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

const noFile =
  'Não foi possível abrir o banco de dados do aplicativo em DATA_DIR: confira se a pasta existe e permite escrita.';

/** By PostgreSQL's codes, why it accepts no connection. */
const postgresRefusals: ReadonlyMap<unknown, string> = new Map([
  [
    '28P01',
    'O PostgreSQL de DATABASE_URL recusou o usuário ou a senha. Um caractere especial da senha fica em forma de porcentagem: %40 no lugar de @.',
  ],
  [
    '28000',
    'O PostgreSQL de DATABASE_URL não aceita este usuário nesta conexão (pg_hba.conf). Se ele exige TLS, ponha ?sslmode=verify-full no fim do endereço.',
  ],
  [
    '3D000',
    'O PostgreSQL de DATABASE_URL não tem o banco do fim do endereço: crie-o ou corrija o nome.',
  ],
  [
    '53300',
    'O PostgreSQL de DATABASE_URL não tem mais conexões livres: aumente max_connections. Cada processo deste sistema usa até 10.',
  ],
]);

/** The message for a PostgreSQL server that this process cannot use. */
function unreachablePostgres(cause: unknown): string {
  const code = codeOf(cause instanceof StoreError ? cause.cause : cause);
  if (isCertificateCode(code)) {
    return 'O certificado do PostgreSQL de DATABASE_URL não é de uma autoridade conhecida, venceu ou é de outro servidor: ponha o arquivo da autoridade em NODE_EXTRA_CA_CERTS e, no endereço, o nome do certificado.';
  }
  if (cause instanceof Error && 'syscall' in cause && cause.syscall === 'open') {
    return 'O arquivo que DATABASE_URL nomeia (sslrootcert, sslcert ou sslkey) não existe ou não pode ser lido por este usuário.';
  }
  return (
    postgresRefusals.get(code) ??
    'Não foi possível conectar ao PostgreSQL de DATABASE_URL: confira se ele está no ar, o servidor e a porta, e se os caracteres especiais da senha estão em forma de porcentagem (%40 no lugar de @).'
  );
}

/** Rejects if the app database does not respond. */
export async function checkStore(store: Store): Promise<void> {
  await sql`select 1`.execute(store.db);
}
