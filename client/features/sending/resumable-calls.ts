import { queryOptions } from '@tanstack/react-query';
import { Upload } from 'tus-js-client';
import {
  type FinishResumable,
  resumablePath,
  ResumableUploads,
  type ResumableUpload,
} from '../../../shared/contracts/resumable.ts';
import { UploadReceived } from '../../../shared/contracts/uploads.ts';
import { callWithForm, get, send, UnreachableError } from '../../lib/call.ts';
import { callErrorOf } from './failures.ts';

/** What the server has of files that were begun and not handed over. */
export const unfinishedOptions = queryOptions({
  queryKey: ['resumable'],
  queryFn: ({ signal }) => unfinishedUploads(signal),
  staleTime: 0,
});

/** A server that says nothing for so long is not there: a dead connection does not always tell. */
const answerMs = 120_000;

async function withDeadline<Answer>(
  signal: AbortSignal,
  ask: (limited: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(answerMs);
  try {
    return await ask(AbortSignal.any([signal, deadline]));
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

/** Whether a file is, by name, size and date, the one of which the server has a part; its SHA-256 decides in the end. */
export const isPartOf = (file: File, upload: ResumableUpload) =>
  upload.name === file.name &&
  upload.bytes === file.size &&
  upload.modifiedAt === modifiedAtOf(file);

/** Puts whole files in the queue; asked again, it answers the same. */
export function finishUploads(body: FinishResumable, signal: AbortSignal): Promise<UploadReceived> {
  return withDeadline(signal, (limited) =>
    send('POST', `${resumablePath}/finish`, UploadReceived, body, { signal: limited }),
  );
}

/** Gives up what the server has of a file. */
export async function discardUpload(id: string): Promise<void> {
  try {
    await Upload.terminate(`${resumablePath}/${id}`, { retryDelays: null });
  } catch (error) {
    throw error instanceof Error ? callErrorOf(error) : error;
  }
}

/** The files as one plain form, which cannot be resumed: for networks that do not let the other way through. */
export const sendAsForm = (form: FormData): Promise<UploadReceived> =>
  callWithForm('/api/caged/upload', UploadReceived, form);
