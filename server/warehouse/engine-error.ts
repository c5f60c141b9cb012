import { WarehouseError } from './warehouse.ts';

/** ClickHouse's own codes that the door itself gives, so that both sides fail alike. */
export const engineCodes = { timeout: 159, cancelled: 394 } as const;

/** The data directory belongs to another process, and one directory serves one process. */
export class WarehouseBusyError extends WarehouseError {
  constructor(directory: string, cause: unknown) {
    super(`Another process is using the data directory ${directory}.`, undefined, cause);
    this.name = 'WarehouseBusyError';
  }
}

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
