import { codeOf } from '../errors.ts';
import { WarehouseError } from './warehouse.ts';

/** ClickHouse's code for a query that took too long. The warehouse also uses it when it stops waiting. */
export const timeoutCode = 159;
/** ClickHouse's code for a query that needs more memory than its limit. */
export const memoryCode = 241;

/** Whether the engine reached its time or memory limit. */
export const isTooHeavy = (error: unknown): boolean =>
  error instanceof WarehouseError &&
  (error.engineCode === timeoutCode || error.engineCode === memoryCode);

/** Another process has the data directory open; one directory serves one process. */
export class WarehouseBusyError extends WarehouseError {
  constructor(directory: string, cause: unknown) {
    super(`Another process is using the data directory ${directory}.`, undefined, cause);
    this.name = 'WarehouseBusyError';
  }
}

/** The embedded engine does not exist for this kind of machine, is not installed, or cannot be loaded. */
export class NoEngineHereError extends WarehouseError {
  constructor(cause: unknown) {
    super('There is no embedded engine for this machine.', undefined, cause);
    this.name = 'NoEngineHereError';
  }
}

/** What does not respond: all servers, every replica of a shard, or one required replica. */
export type AwayPart = 'servers' | 'shard' | 'replica';

/** A part of the data is unavailable, so any result would be incomplete. */
export class WarehouseAwayError extends WarehouseError {
  readonly part: AwayPart;

  /** `which` describes the part for operators: `host:port` or a description. */
  constructor(part: AwayPart, which: string, cause?: unknown) {
    super(`Out of reach: ${part} ${which}`, engineCodeOf(cause), cause);
    this.name = 'WarehouseAwayError';
    this.part = part;
  }
}

const engineCodeOf = (cause: unknown) =>
  cause instanceof Error ? toWarehouseError(cause).engineCode : undefined;

/** Converts any failure of an engine or its client to a `WarehouseError`. */
export function toWarehouseError(cause: unknown): WarehouseError {
  if (cause instanceof WarehouseError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new WarehouseError(message, engineCodeIn(cause, message), cause);
}

// @clickhouse/client gives the code as a property, chDB within its message.
function engineCodeIn(cause: unknown, message: string): number | undefined {
  const code = Number(codeOf(cause));
  if (Number.isInteger(code)) return code;
  const written = /\bCode: (\d+)\./.exec(message)?.[1];
  return written === undefined ? undefined : Number(written);
}

/**
 * ClickHouse's codes for stored data that cannot be read: truncated, wrong checksum, missing file, corrupted,
 * decompression failure, unknown compression.
 */
const damageCodes: readonly (number | undefined)[] = [33, 40, 107, 246, 271, 432];

/** Whether a query found damaged data on the disk. */
export const isDamage = (error: unknown): boolean =>
  error instanceof WarehouseError && damageCodes.includes(error.engineCode);

/** A start leaves out what a load could not write, such as on a full disk, and refuses if published lines are lost. */
export const damageMessage =
  'Uma parte dos dados do armazém está danificada e não pode ser lida. Reinicie o sistema. Se o aviso voltar, pare o sistema e restaure o último backup: npm run caged -- restore <pasta> --overwrite.';

/** The message for the user if a result would be incomplete. */
export const awayMessage = ({ part }: Pick<WarehouseAwayError, 'part'>): string => sentences[part];

const sentences: Readonly<Record<WarehouseAwayError['part'], string>> = {
  servers:
    'O armazém de dados não está respondendo. Tente de novo em alguns minutos. Se continuar, avise um administrador.',
  shard:
    'Uma parte dos dados está fora do ar (um shard do ClickHouse), e o resultado ficaria incompleto. Tente de novo em alguns minutos. Se continuar, avise um administrador.',
  replica:
    'Uma cópia dos dados (réplica do ClickHouse) ainda está incompleta. Tente de novo em alguns minutos. Se continuar, avise um administrador.',
};

/** The message for the user who loads: nothing is published unless every replica has every row. */
export const loadAwayMessage =
  'Uma réplica do ClickHouse não respondeu ou não recebeu todas as linhas, e nada foi publicado. Confira em Saúde do sistema se todas estão no ar (e o Keeper, se o cluster usa um), ligue a que faltar (ou retire-a do cluster e de CLICKHOUSE_URL) e tente de novo.';

/** The codes of the operating system, SQLite and PostgreSQL for a full disk. */
const fullDiskCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];
/** ClickHouse's code for a full disk. */
const notEnoughSpace = 243;

/** Whether an operation failed because a disk is full, whichever program wrote to it. */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof WarehouseError
    ? error.engineCode === notEnoughSpace
    : fullDiskCodes.includes(codeOf(error));

const connectionCodes: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** Whether the server was unreachable, or disconnected in the middle of the response. */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && connectionCodes.includes(cause.code)) return true;
    if ('code' in cause && Number.isInteger(Number(cause.code))) return false;
    if (/socket hang up|aborted|premature close/i.test(cause.message)) return true;
  }
  return false;
}

/** Whether the connection was refused. Nothing was sent, so the statement can go to another server. */
export const isRefused = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
  }
  return false;
};

/** ClickHouse's codes of a server that is stopping, or that does not have its tables yet. */
const unfitCodes: readonly (number | undefined)[] = [236, 60, 81];

/** Whether to exclude a server after this error. */
export const isFaulty = (error: unknown): boolean =>
  isUnreachable(error) || unfitCodes.includes(toWarehouseError(error).engineCode);
