import { queryOptions } from '@tanstack/react-query';
import { Upload } from 'tus-js-client';
import {
  FinishResumable,
  resumablePath,
  ResumableUploads,
  type ResumableUpload,
} from '../../../shared/resumable.ts';
import { UploadReceived } from '../../../shared/uploads.ts';
import { call, callWithForm } from '../../lib/call.ts';

/** What the server has of files that were begun and not handed over. */
export const unfinishedOptions = queryOptions({
  queryKey: ['resumable'],
  queryFn: ({ signal }) => unfinishedUploads(signal),
  staleTime: 0,
});

export async function unfinishedUploads(signal?: AbortSignal): Promise<ResumableUpload[]> {
  const { uploads } = await call(
    { method: 'GET', path: resumablePath, response: ResumableUploads },
    signal ? { signal } : {},
  );
  return uploads;
}

export const modifiedAtOf = (file: File) => new Date(file.lastModified).toISOString();

/** Whether a file is, by name, size and date, the one of which the server has a part; its SHA-256 decides in the end. */
export const isPartOf = (file: File, upload: ResumableUpload) =>
  upload.name === file.name &&
  upload.bytes === file.size &&
  upload.modifiedAt === modifiedAtOf(file);

/** Puts whole files in the queue; asked again, it answers the same. */
export const finishUploads = (body: FinishResumable): Promise<UploadReceived> =>
  call(
    {
      method: 'POST',
      path: `${resumablePath}/finish`,
      response: UploadReceived,
      body: FinishResumable,
    },
    { body },
  );

/** Gives up what the server has of a file. */
export const discardUpload = (id: string): Promise<void> =>
  Upload.terminate(`${resumablePath}/${id}`, { retryDelays: null });

/** The files as one plain form, which cannot be resumed: for networks that do not let the other way through. */
export const sendAsForm = (form: FormData): Promise<UploadReceived> =>
  callWithForm('/api/caged/upload', UploadReceived, form);
