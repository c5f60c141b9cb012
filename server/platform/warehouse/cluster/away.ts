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

/** The server could not be reached, or went away in mid-answer. */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && connectionCodes.includes(cause.code)) return true;
    if ('code' in cause && Number.isInteger(Number(cause.code))) return false;
    if (/socket hang up|aborted|premature close/i.test(cause.message)) return true;
  }
  return false;
}

/** Nothing was sent to the server: the same can be asked of another. */
export const isRefused = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
  }
  return false;
};

/** ClickHouse's codes of a server that is stopping, or that has not got its tables yet. */
const unfitCodes: readonly (number | undefined)[] = [236, 60, 81];

/** Whether an address is to be left out after this error. */
export const isUnfit = (error: unknown): boolean =>
  isUnreachable(error) || unfitCodes.includes(toWarehouseError(error).engineCode);
