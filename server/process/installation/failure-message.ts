import { readConfig } from './config.ts';
import { AppError, codeOf, StartError } from '../../platform/errors.ts';
import { freeBytesOf, type FreeBytes } from '../../platform/files/free-disk.ts';
import { StoreError } from '../../platform/store/store-error.ts';
import {
  damageMessage,
  isDamage,
  isFullDisk,
  awayMessage,
  WarehouseAwayError,
} from '../../platform/warehouse/engine-error.ts';
import { WarehouseError } from '../../platform/warehouse/warehouse.ts';

/** The message of a failure that a user can correct; undefined for unexpected failures. */
export function maybeFailureMessage(error: unknown): string | undefined {
  if (error instanceof StartError || error instanceof AppError) return error.message;
  if (error instanceof StoreError) return error.message;
  if (error instanceof WarehouseAwayError) return awayMessage(error);
  if (isDamage(error)) return damageMessage;
  if (error instanceof WarehouseError && deniedCodes.includes(error.engineCode)) return denied;
  return maybeDiskMessage(error);
}

/** ClickHouse's codes for an account that lacks a permission, and for one that may only read. */
const deniedCodes: readonly (number | undefined)[] = [497, 164];

const denied =
  'A conta de CLICKHOUSE_URL não tem uma permissão que este sistema usa (o log do ClickHouse diz qual): dê a ela as permissões de deploy/clickhouse/users.xml.';

/** The codes of the operating system and SQLite for a file that cannot be created. */
const forbiddenCodes: readonly unknown[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENAMETOOLONG',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
];

/** The command-line message for a disk that is full or not writable; undefined for other errors. */
function maybeDiskMessage(error: unknown): string | undefined {
  if (isFullDisk(error)) return 'O disco está cheio: libere espaço e repita o comando.';
  if (!isForbidden(error)) return undefined;
  const where = error instanceof Error && 'path' in error ? ` em ${String(error.path)}` : '';
  return `Não é possível gravar${where}: confira se o disco permite escrita e se a pasta é deste usuário, ou escolha outra.`;
}

// On a read-only disk, Node reports ENOENT for a folder that it cannot create. TMPDIR may name a missing folder.
const isForbidden = (error: unknown) =>
  forbiddenCodes.includes(codeOf(error)) ||
  (codeOf(error) === 'ENOENT' &&
    error instanceof Error &&
    'syscall' in error &&
    ['mkdir', 'mkdtemp'].includes(String(error.syscall)));

/** Minimum free space, in bytes. With less, neither database opens. */
const minBytes = 4 * 2 ** 20;

/** The message for a failed start or command. A full disk is stated as the reason, whichever part failed. */
export async function maybeStartFailureMessage(
  error: unknown,
  env: NodeJS.ProcessEnv,
  freeBytes: FreeBytes = freeBytesOf,
): Promise<string | undefined> {
  const sentence = maybeFailureMessage(error);
  if (error instanceof StartError && error.cause === undefined) return sentence;
  return (await hasNoRoom(env, freeBytes)) ? noRoom : sentence;
}

const noRoom =
  'Sem espaço em disco em DATA_DIR: libere espaço (backups antigos, outbox e, sem uma restauração pela metade, before-restore-…; nunca arquivos de warehouse) e tente de novo.';

async function hasNoRoom(env: NodeJS.ProcessEnv, freeBytes: FreeBytes): Promise<boolean> {
  try {
    return (await freeBytes(readConfig(env).dataDir)) < minBytes;
  } catch {
    return false;
  }
}
