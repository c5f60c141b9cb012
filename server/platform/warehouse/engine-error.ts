import { WarehouseError } from './warehouse.ts';

/** ClickHouse's code for a query that took too long; the door gives it too when it stops waiting. */
export const timeoutCode = 159;

/** The data directory belongs to another process, and one directory serves one process. */
export class WarehouseBusyError extends WarehouseError {
  constructor(directory: string, cause: unknown) {
    super(`Another process is using the data directory ${directory}.`, undefined, cause);
    this.name = 'WarehouseBusyError';
  }
}

/** No engine for this process was made for this kind of machine, or none is installed. */
export class NoEngineHereError extends WarehouseError {
  constructor(cause: unknown) {
    super('There is no embedded engine for this machine.', undefined, cause);
    this.name = 'NoEngineHereError';
  }
}

/** What does not answer: no server at all, every replica of a shard, or one replica that must. */
export type AwayPart = 'servers' | 'shard' | 'replica';

/** A part of the data is out of reach, so that any answer would be smaller than the truth. */
export class WarehouseAwayError extends WarehouseError {
  readonly part: AwayPart;
  /** Which, for operators: `host:port` and the like. */
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

/** Any failure of an engine or of its client as the one error of the door. */
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
