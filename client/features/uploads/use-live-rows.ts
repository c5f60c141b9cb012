import { useEffect, useEffectEvent, useRef } from 'react';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import type { StreamState } from '../../lib/follow-events.ts';
import { useLiveUploads } from '../../lib/live-uploads.ts';

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
