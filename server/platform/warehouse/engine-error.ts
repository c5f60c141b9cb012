import { WarehouseError } from './warehouse.ts';

/** ClickHouse's code for a query that took too long. The warehouse also uses it when it stops waiting. */
export const timeoutCode = 159;

/** Another process has the data directory open; one directory serves one process. */
export class WarehouseBusyError extends WarehouseError {
  constructor(directory: string, cause: unknown) {
    super(`Another process is using the data directory ${directory}.`, undefined, cause);
    this.name = 'WarehouseBusyError';
  }
}

/** The embedded engine does not exist for this kind of machine, or is not installed. */
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
  /** Which part, for operators: `host:port` or a description. */
  readonly which: string;

  constructor(part: AwayPart, which: string, cause?: unknown) {
    super(`Out of reach: ${part} ${which}`, engineCodeOf(cause), cause);
    this.name = 'WarehouseAwayError';
    this.part = part;
    this.which = which;
  }
}

const engineCodeOf = (cause: unknown) =>
  cause instanceof Error ? toWarehouseError(cause).engineCode : undefined;

/** Converts any failure of an engine or its client to a `WarehouseError`. */
export function toWarehouseError(cause: unknown): WarehouseError {
  if (cause instanceof WarehouseError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new WarehouseError(message, codeOf(cause, message), cause);
}

// @clickhouse/client gives the code as a property, chDB within its message.
function codeOf(cause: unknown, message: string): number | undefined {
  const own = cause instanceof Error && 'code' in cause ? Number(cause.code) : NaN;
  if (Number.isInteger(own)) return own;
  const written = /\bCode: (\d+)\./.exec(message)?.[1];
  return written === undefined ? undefined : Number(written);
}
