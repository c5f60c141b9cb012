import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { Comparison } from '../../../shared/contracts/comparison.ts';
import { type SimpleUpload, SimpleUploadAnswer } from '../../../shared/contracts/source.ts';
import {
  type ApproveUpload,
  RejectionSummary,
  Upload,
  UploadsPage,
  endedStatuses,
} from '../../../shared/contracts/uploads.ts';
import { get, send, CallError } from '../../lib/call.ts';
import { listPageSize } from '../../lib/list-url.ts';
import { uploadOptions, uploadPath, useLiveUploads } from '../../lib/live-uploads.ts';
import { followEvents, type StreamState } from '../../lib/follow-events.ts';
import { releaseOptions } from '../../lib/release.ts';

const listKey = ['uploads', 'list'] as const;

export const uploadListOptions = (status: string, page: number) =>
  queryOptions({
    queryKey: [...listKey, status, page],
    queryFn: async ({ signal }) => {
      const query = {
        ...(status !== '' && { status }),
        page: String(page),
        pageSize: String(listPageSize),
      };
      const answer = await get('/api/uploads', UploadsPage, { query, signal });
      return { rows: answer.uploads, total: answer.total };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const comparisonOptions = (id: string) =>
  queryOptions({
    queryKey: ['uploads', 'comparison', id],
    queryFn: ({ signal }) => get(`${uploadPath(id)}/comparison`, Comparison, { signal }),
    staleTime: 0,
  });

export const rejectionsOptions = (id: string, file: number) =>
  queryOptions({
    queryKey: ['uploads', 'rejections', id, file],
    queryFn: ({ signal }) =>
      get(`${uploadPath(id)}/files/${file}/rejections/summary`, RejectionSummary, { signal }),
  });

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

/**
 * Performs an action on an upload as the screen shows it: an approval is valid for the comparison on the screen only.
 */
export const actOnUpload = ({ upload, act }: { upload: Upload; act: UploadAct }) => {
  const path = `${uploadPath(upload.id)}/${act}`;
  const { comparedWith } = upload;
  return act === 'approve'
    ? send('POST', path, Upload, { comparedWith } satisfies ApproveUpload)
    : send('POST', path, Upload);
};

export const keepUpload = (client: QueryClient, upload: Upload) =>
  client.setQueryData(uploadOptions(upload.id).queryKey, upload);

const refreshComparison = (client: QueryClient, id: string) =>
  client.invalidateQueries({ queryKey: comparisonOptions(id).queryKey });

export const refreshUploadList = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: listKey });

const ASK_EVERY_MS = 5000;

/** An upload with live updates: from the event stream, or by polling while the stream is lost. */
export function useUpload(id: string) {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  const again = useRef<() => void>(undefined);
  const query = useQuery({
    ...uploadOptions(id),
    refetchInterval: ({ state: { error } }) =>
      state === 'lost' && !(error instanceof CallError) ? ASK_EVERY_MS : false,
  });
  const isGoingOn = query.data !== undefined && !endedStatuses.has(query.data.status);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const follow = () =>
      followEvents({
        path: `/api/uploads/${encodeURIComponent(id)}/events`,
        events: ['upload'],
        onState: setState,
        onEvent: (_, data) => {
          const upload = Upload.parse(data);
          keepUpload(client, upload);
          if (upload.hasComparison) void refreshComparison(client, id);
          if (upload.release === null) return;
          void client.invalidateQueries({ queryKey: releaseOptions.queryKey });
        },
      });
    let stop = follow();
    again.current = () => {
      stop();
      stop = follow();
    };
    return () => {
      again.current = undefined;
      stop();
    };
  }, [client, id, isGoingOn]);
  // The stream sends changes only: it never reports a state that begins and ends between two of its checks.
  const followAgain = () => again.current?.();
  return { query, state: isGoingOn ? state : undefined, followAgain };
}

/**
 * A list of uploads with live updates: rows show the stream's state, and the list is refetched when an upload appears
 * or changes its status, or may have done so while there was no stream. While the stream is lost, rows show the list's
 * own state.
 */
export function useLiveRows(refresh: () => void): {
  readonly state: StreamState;
  readonly liveRows: (listed: readonly Upload[]) => Upload[];
} {
  const { state, begun, uploads } = useLiveUploads();
  const happened = [
    begun,
    ...[...uploads.values()].map(({ id, status }) => `${id} ${status}`),
  ].join();
  const known = useRef(happened);
  const renew = useEffectEvent(refresh);
  useEffect(() => {
    if (known.current === happened) return;
    known.current = happened;
    renew();
  }, [happened]);
  return {
    state,
    liveRows: (listed) =>
      listed.map((upload) => (state === 'lost' ? upload : (uploads.get(upload.id) ?? upload))),
  };
}
