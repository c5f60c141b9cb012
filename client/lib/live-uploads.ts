import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ActiveUploads, endedStatuses, Upload } from '../../shared/contracts/uploads.ts';
import { CallError, type ListPage } from './call.ts';
import { followEvents, type StreamState } from './follow-events.ts';
import { releaseOptions } from './release.ts';
import { getOptions } from './get-options.ts';
import { showNewest } from './show-newest.ts';

interface LiveUploads {
  readonly state: StreamState;
  /** By ID: uploads that are in progress or wait, and those that ended while the stream was open. */
  readonly uploads: ReadonlyMap<string, Upload>;
}

const nothing: LiveUploads = { state: 'connecting', uploads: new Map() };
let current = nothing;
let stop: (() => void) | undefined;
const listeners = new Set<() => void>();

/** All uploads in progress, live, also in the cached uploads and lists. The page has one connection. */
export function useLiveUploads(): LiveUploads {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => follow(client, listener), [client]);
  return useSyncExternalStore(subscribe, () => current);
}

function follow(client: QueryClient, listener: () => void): () => void {
  listeners.add(listener);
  stop ??= followEvents({
    path: '/api/uploads/events',
    events: ['uploads', 'upload'],
    onEvent: (event, data) => {
      if (event === 'upload') takeUpload(client, Upload.parse(data));
      else begin(client, ActiveUploads.parse(data));
    },
    onState: (state) => update({ state }),
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
    current = nothing;
  };
}

let hasBegun = false;

/** A stream that opens again does not report what ended meanwhile, so the release is fetched again, too. */
function begin(client: QueryClient, uploads: readonly Upload[]): void {
  update({ uploads: new Map(uploads.map((upload) => [upload.id, upload])) });
  void client.invalidateQueries({ queryKey: uploadsKey });
  if (hasBegun) void client.invalidateQueries({ queryKey: releaseOptions.queryKey });
  hasBegun = true;
}

/** Writes the state of an upload wherever it is cached; an upload of another status may be in other lists. */
function takeUpload(client: QueryClient, upload: Upload): void {
  const { id, status, release, hasComparison } = upload;
  const isSameStatus = current.uploads.get(id)?.status === status;
  update({ uploads: new Map([...current.uploads, [id, upload]]) });
  showNewest(client, uploadOptions(id).queryKey, upload);
  client.setQueriesData<ListPage<Upload>>({ queryKey: uploadListsKey }, (list) =>
    list === undefined
      ? undefined
      : { ...list, rows: list.rows.map((row) => (row.id === id ? upload : row)) },
  );
  if (hasComparison) void client.invalidateQueries({ queryKey: comparisonKey(id) });
  if (isSameStatus) return;
  void client.invalidateQueries({ queryKey: uploadListsKey });
  if (release !== null) void client.invalidateQueries({ queryKey: releaseOptions.queryKey });
}

function update(change: Partial<LiveUploads>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

/** The beginning of the keys of all queries about uploads. */
export const uploadsKey = ['uploads'] as const;
/** The beginning of the keys of all lists of uploads. */
export const uploadListsKey = [...uploadsKey, 'list'] as const;
export const comparisonKey = (id: string) => [...uploadsKey, 'comparison', id] as const;

export const uploadPath = (id: string) => `/api/uploads/${encodeURIComponent(id)}`;

/** One upload; fetched on each visit. */
const uploadOptions = (id: string) =>
  getOptions([...uploadsKey, 'one', id], uploadPath(id), Upload, { staleTime: 0 });

const pollEveryMs = 5000;

/** An upload with live updates: from the stream, or by polling while the stream is lost. */
export function useUpload(id: string) {
  const { state } = useLiveUploads();
  const query = useQuery({
    ...uploadOptions(id),
    refetchInterval: ({ state: { data, error } }) =>
      state === 'lost' && isGoingOn(data) && !(error instanceof CallError) ? pollEveryMs : false,
  });
  return { query, state: isGoingOn(query.data) ? state : undefined };
}

const isGoingOn = (upload: Upload | undefined) =>
  upload !== undefined && !endedStatuses.has(upload.status);
