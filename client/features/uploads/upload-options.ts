import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { Comparison } from '../../../shared/contracts/comparison.ts';
import { SimpleUpload, SimpleUploadAnswer } from '../../../shared/contracts/source.ts';
import {
  ApproveUpload,
  RejectionSummary,
  Upload,
  UploadsPage,
} from '../../../shared/contracts/uploads.ts';
import { call } from '../../lib/call.ts';
import { uploadOptions, uploadPath } from '../../lib/upload-options.ts';

export const uploadsPageSize = 20;

const listKey = ['uploads', 'list'] as const;

export const uploadListOptions = (status: string, page: number) =>
  queryOptions({
    queryKey: [...listKey, status, page],
    queryFn: async ({ signal }) => {
      const query = {
        ...(status !== '' && { status }),
        page: String(page),
        pageSize: String(uploadsPageSize),
      };
      const answer = await call(
        { method: 'GET', path: '/api/uploads', response: UploadsPage },
        { query, signal },
      );
      return { rows: answer.uploads, total: answer.total };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const comparisonOptions = (id: string) =>
  queryOptions({
    queryKey: ['uploads', 'comparison', id],
    queryFn: ({ signal }) =>
      call(
        { method: 'GET', path: `${uploadPath(id)}/comparison`, response: Comparison },
        { signal },
      ),
    staleTime: 0,
  });

export const rejectionsOptions = (id: string, file: number) =>
  queryOptions({
    queryKey: ['uploads', 'rejections', id, file],
    queryFn: ({ signal }) =>
      call(
        {
          method: 'GET',
          path: `${uploadPath(id)}/files/${file}/rejections/summary`,
          response: RejectionSummary,
        },
        { signal },
      ),
  });

export const rejectionsCsvLink = (id: string, file: number) =>
  `${uploadPath(id)}/files/${file}/rejections.csv`;

export const officialNames = (competencia: string) => ({
  movFile: `CAGEDMOV${competencia}.txt`,
  forFile: `CAGEDFOR${competencia}.txt`,
  excFile: `CAGEDEXC${competencia}.txt`,
});

export const processMonth = (competencia: string) =>
  call(
    {
      method: 'POST',
      path: '/api/simple-upload',
      response: SimpleUploadAnswer,
      body: SimpleUpload,
    },
    { body: { competencia, ...officialNames(competencia) } },
  );

export type UploadAct = 'cancel' | 'retry' | 'approve';

/** Acts on an upload as it was seen: an approval holds for the comparison that stood on the screen. */
export const actOnUpload = ({ upload, act }: { upload: Upload; act: UploadAct }) => {
  const path = `${uploadPath(upload.id)}/${act}`;
  const { comparedWith } = upload;
  return act === 'approve'
    ? call(
        { method: 'POST', path, response: Upload, body: ApproveUpload },
        { body: { comparedWith } },
      )
    : call({ method: 'POST', path, response: Upload }, {});
};

export const keepUpload = (client: QueryClient, upload: Upload) =>
  client.setQueryData(uploadOptions(upload.id).queryKey, upload);

export const refreshComparison = (client: QueryClient, id: string) =>
  client.invalidateQueries({ queryKey: comparisonOptions(id).queryKey });

export const refreshUploadList = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: listKey });
