import { useSyncExternalStore } from 'react';
import { ActiveUploads, Upload } from '../../shared/contracts/uploads.ts';
import { followEvents, type StreamState } from './follow-events.ts';

export interface LiveUploads {
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
