import { DetailedError } from 'tus-js-client';
import { CallError, toldFailure, UnreachableError } from '../../lib/call.ts';

/** Converts the upload client's error into our own error types. */
export function callErrorOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const answer = error.originalResponse;
  if (!answer || answer.getStatus() === 0) return new UnreachableError(error);
  const status = answer.getStatus();
  return toldFailure(status, answer.getBody()) ?? new CallError(status, '');
}

const passingStatuses: ReadonlySet<number> = new Set([408, 423, 425, 429, 500, 502, 503, 504]);
/** The server continues at another byte, or has deleted the part: querying the upload again resolves both. */
const settledByAskingAnew: ReadonlySet<string> = new Set(['offset_diferente', 'unknown_upload']);

/** Whether a later retry may succeed without any action by the user. */
export function isPassing(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  if (!(error instanceof CallError)) return false;
  return passingStatuses.has(error.status) || settledByAskingAnew.has(error.code ?? '');
}

/** Whether an intermediary blocks the protocol: the server itself always returns an error code. */
export const isProtocolBlocked = (error: unknown): boolean =>
  error instanceof CallError &&
  error.code === undefined &&
  [400, 403, 404, 405, 411, 415, 501].includes(error.status);
