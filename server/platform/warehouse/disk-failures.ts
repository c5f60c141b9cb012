import { WarehouseError } from './warehouse.ts';

/** The system's, SQLite's and PostgreSQL's name for it. */
const fullDiskCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];
/** ClickHouse's. */
const notEnoughSpace = 243;

/** Whether something failed because a disk is full, whoever wrote to it. */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof WarehouseError
    ? error.engineCode === notEnoughSpace
    : fullDiskCodes.includes(codeOf(error));

const forbiddenCodes: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/** What a person at the command line does about a disk that does not take what is written; undefined for other errors. */
export function maybeDiskSentence(error: unknown): string | undefined {
  if (isFullDisk(error)) return 'O disco está cheio: libere espaço e repita o comando.';
  if (!isForbidden(error)) return undefined;
  const where = error instanceof Error && 'path' in error ? ` em ${String(error.path)}` : '';
  return `Não é possível gravar${where}: confira se o disco permite escrita e se a pasta é deste usuário, ou escolha outra.`;
}

// Of a disk that is only read, Node says that a folder that it cannot make is missing.
const isForbidden = (error: unknown) =>
  forbiddenCodes.includes(codeOf(error)) ||
  (codeOf(error) === 'ENOENT' &&
    error instanceof Error &&
    'syscall' in error &&
    error.syscall === 'mkdir');

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
