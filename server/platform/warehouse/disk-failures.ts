import { WarehouseError } from './warehouse.ts';

/** The codes of the operating system, SQLite and PostgreSQL for a full disk. */
const fullDiskCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];
/** ClickHouse's code for a full disk. */
const notEnoughSpace = 243;

/** Whether an operation failed because a disk is full, whichever program wrote to it. */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof WarehouseError
    ? error.engineCode === notEnoughSpace
    : fullDiskCodes.includes(codeOf(error));

const forbiddenCodes: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/** The command-line message for a disk that is full or not writable; undefined for other errors. */
export function maybeDiskSentence(error: unknown): string | undefined {
  if (isFullDisk(error)) return 'O disco está cheio: libere espaço e repita o comando.';
  if (!isForbidden(error)) return undefined;
  const where = error instanceof Error && 'path' in error ? ` em ${String(error.path)}` : '';
  return `Não é possível gravar${where}: confira se o disco permite escrita e se a pasta é deste usuário, ou escolha outra.`;
}

// On a read-only disk, Node reports ENOENT for a folder that it cannot create.
const isForbidden = (error: unknown) =>
  forbiddenCodes.includes(codeOf(error)) ||
  (codeOf(error) === 'ENOENT' &&
    error instanceof Error &&
    'syscall' in error &&
    error.syscall === 'mkdir');

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
