import { toWarehouseError } from '../engine-error.ts';

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
export const isUnfit = (error: unknown): boolean =>
  isUnreachable(error) || unfitCodes.includes(toWarehouseError(error).engineCode);
