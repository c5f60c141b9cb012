import type { QueryClient } from '@tanstack/react-query';
import { Comparison } from '../../../shared/contracts/comparison.ts';
import { type SimpleUpload, SimpleUploadAnswer } from '../../../shared/contracts/source.ts';
import {
  type ApproveUpload,
  RejectionSummary,
  Upload,
  UploadsPage,
} from '../../../shared/contracts/uploads.ts';
import { getOptions } from '../../lib/get-options.ts';
import { get, send } from '../../lib/call.ts';
import { comparisonKey, uploadListsKey, uploadPath } from '../../lib/live-uploads.ts';
import { pagedList } from '../../lib/paged-list.ts';

export const uploadListOptions = (status: string, page: number) =>
  pagedList({ key: uploadListsKey, filters: { status }, page }, async (request) => {
    const { uploads, total } = await get('/api/uploads', UploadsPage, request);
    return { rows: uploads, total };
  });

export const comparisonOptions = (id: string) =>
  getOptions(comparisonKey(id), `${uploadPath(id)}/comparison`, Comparison, { staleTime: 0 });

export const rejectionsOptions = (id: string, file: number) =>
  getOptions(
    ['uploads', 'rejections', id, file],
    `${uploadPath(id)}/files/${file}/rejections/summary`,
    RejectionSummary,
  );

export const rejectionsCsvLink = (id: string, file: number) =>
  `${uploadPath(id)}/files/${file}/rejections.csv`;

export const officialNames = (competencia: string) => ({
  movFile: `CAGEDMOV${competencia}.txt`,
  forFile: `CAGEDFOR${competencia}.txt`,
  excFile: `CAGEDEXC${competencia}.txt`,
});

export const processMonth = (competencia: string) =>
  send('POST', '/api/simple-upload', SimpleUploadAnswer, {
    competencia,
    ...officialNames(competencia),
  } satisfies SimpleUpload);

export type UploadAct = 'cancel' | 'retry' | 'approve';

/** Acts on an upload as the screen shows it: an approval is valid for the comparison on the screen only. */
export const actOnUpload = ({ upload, act }: { upload: Upload; act: UploadAct }) => {
  const path = `${uploadPath(upload.id)}/${act}`;
  const { comparedWith } = upload;
  return act === 'approve'
    ? send('POST', path, Upload, { comparedWith } satisfies ApproveUpload)
    : send('POST', path, Upload);
};

export const refreshUploadList = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: uploadListsKey });
