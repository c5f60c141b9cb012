import { queryOptions } from '@tanstack/react-query';
import { Upload, DetailedError } from 'tus-js-client';
import {
  type FinishResumable,
  resumablePath,
  ResumableUploads,
  type ResumableUpload,
} from '../../../shared/contracts/resumable.ts';
import { UploadReceived } from '../../../shared/contracts/uploads.ts';
import { get, send, UnreachableError, CallError, parseFailure } from '../../lib/call.ts';

/** The files on the server that were started and not yet submitted as an upload. */
export const unfinishedOptions = queryOptions({
  queryKey: ['resumable'],
  queryFn: ({ signal }) => unfinishedUploads(signal),
  staleTime: 0,
});

/** The response timeout in milliseconds: a dead connection does not always raise an error. */
const answerMs = 120_000;

async function withDeadline<Answer>(
  signal: AbortSignal,
  call: (limited: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(answerMs);
  try {
    return await call(AbortSignal.any([signal, deadline]));
  } catch (error) {
    throw deadline.aborted && !signal.aborted ? new UnreachableError(error) : error;
  }
}

export async function unfinishedUploads(signal: AbortSignal): Promise<ResumableUpload[]> {
  return withDeadline(
    signal,
    async (limited) => (await get(resumablePath, ResumableUploads, { signal: limited })).uploads,
  );
}

export const modifiedAtOf = (file: File) => new Date(file.lastModified).toISOString();

/** Whether a file has the name, size and date of the partial upload on the server; the SHA-256 decides at the end. */
export const isPartOf = (file: File, upload: ResumableUpload) =>
  upload.name === file.name &&
  upload.bytes === file.size &&
  upload.modifiedAt === modifiedAtOf(file);

/** Queues whole files for processing; idempotent, so that a retry returns the same response. */
export function finishUploads(body: FinishResumable, signal: AbortSignal): Promise<UploadReceived> {
  return withDeadline(signal, (limited) =>
    send('POST', `${resumablePath}/finish`, UploadReceived, body, { signal: limited }),
  );
}

/** Deletes what the server has of a file. */
export async function discardUpload(id: string): Promise<void> {
  try {
    await Upload.terminate(`${resumablePath}/${id}`, { retryDelays: null });
  } catch (error) {
    throw error instanceof Error ? callErrorOf(error) : error;
  }
}

/** Converts the upload client's error into our own error types. */
export function callErrorOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const answer = error.originalResponse;
  if (!answer || answer.getStatus() === 0) return new UnreachableError(error);
  const status = answer.getStatus();
  return parseFailure(status, answer.getBody()) ?? new CallError(status, '');
}

const passingStatuses: ReadonlySet<number> = new Set([408, 423, 425, 429, 500, 502, 503, 504]);
/** The server continues at another byte, or has deleted the part: querying the upload again resolves both. */
const resolvedByRetry: ReadonlySet<string> = new Set(['offset_diferente', 'unknown_upload']);

/** Whether a later retry may succeed without any action by the user. */
export function isPassing(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  if (!(error instanceof CallError)) return false;
  return passingStatuses.has(error.status) || resolvedByRetry.has(error.code ?? '');
}
