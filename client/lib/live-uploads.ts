import { useSyncExternalStore } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ActiveUploads, Upload, endedStatuses } from '../../shared/contracts/uploads.ts';
import { followEvents, type StreamState } from './follow-events.ts';
import { get } from './call.ts';

interface LiveUploads {
  readonly state: StreamState;
  /** How often a stream has opened: an upload that ended before that was not reported. */
  readonly begun: number;
  /** By ID: uploads that are in progress or wait, and those that ended while the stream was open. */
  readonly uploads: ReadonlyMap<string, Upload>;
}

const nothing: LiveUploads = { state: 'connecting', begun: 0, uploads: new Map() };

let current = nothing;
let stop: (() => void) | undefined;
const listeners = new Set<() => void>();

/** All uploads in progress, with live updates. All parts of the page share one connection. */
export function useLiveUploads(): LiveUploads {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= followEvents({
    path: '/api/uploads/events',
    events: ['uploads', 'upload'],
    onEvent: (event, data) =>
      tell({
        begun: current.begun + (event === 'uploads' ? 1 : 0),
        uploads: uploadsAfter(event, data),
      }),
    onState: (state) => tell({ state }),
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
    current = nothing;
  };
}

function uploadsAfter(event: string, data: unknown): LiveUploads['uploads'] {
  if (event === 'uploads') {
    return new Map(ActiveUploads.parse(data).map((upload) => [upload.id, upload]));
  }
  const upload = Upload.parse(data);
  return new Map([...current.uploads, [upload.id, upload]]);
}

function tell(change: Partial<LiveUploads>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

export const uploadPath = (id: string) => `/api/uploads/${encodeURIComponent(id)}`;

/** One upload; fetched on each visit. */
export const uploadOptions = (id: string) =>
  queryOptions({
    queryKey: ['uploads', 'one', id],
    queryFn: ({ signal }) => get(uploadPath(id), Upload, { signal }),
    staleTime: 0,
  });

const askEveryMs = 2000;
/** While it waits for an administrator's decision. */
const askSeldomMs = 15_000;

/** The current state of an upload; undefined until it is known. Polling finds an end that the stream missed. */
export function useUploadStanding(id: string): Upload | undefined {
  const live = useLiveUploads().uploads.get(id);
  const asked = useQuery({
    ...uploadOptions(id),
    refetchInterval: ({ state }) => {
      const { status } = live ?? state.data ?? {};
      if (status === undefined) return askEveryMs;
      if (endedStatuses.has(status)) return false;
      return status === 'AWAITING_APPROVAL' ? askSeldomMs : askEveryMs;
    },
  });
  const hasEnded = asked.data !== undefined && endedStatuses.has(asked.data.status);
  return hasEnded ? asked.data : (live ?? asked.data);
}
