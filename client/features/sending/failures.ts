import { DetailedError } from 'tus-js-client';
import { CallError, toldFailure, UnreachableError } from '../../lib/call.ts';

/** The upload client's error in the words of our own calls. */
export function callErrorOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const answer = error.originalResponse;
  if (!answer || answer.getStatus() === 0) return new UnreachableError(error);
  const status = answer.getStatus();
  return toldFailure(status, answer.getBody()) ?? new CallError(status, '');
}

const passingStatuses: ReadonlySet<number> = new Set([408, 423, 425, 429, 500, 502, 503, 504]);
/** The server goes on from another byte than we thought, or has swept the part: asking anew settles both. */
const settledByAskingAnew: ReadonlySet<string> = new Set(['offset_diferente', 'unknown_upload']);

/** Whether trying again in a while may bring it through without anybody doing anything. */
export function isPassing(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  if (!(error instanceof CallError)) return false;
  return passingStatuses.has(error.status) || settledByAskingAnew.has(error.code ?? '');
}

/** Something between here and the server does not know the protocol: the server itself always gives its code. */
export const isProtocolBlocked = (error: unknown): boolean =>
  error instanceof CallError &&
  error.code === undefined &&
  [400, 403, 404, 405, 411, 415, 501].includes(error.status);
