import { useEffect, useEffectEvent, useRef } from 'react';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import type { StreamState } from '../../lib/follow-events.ts';
import { useLiveUploads } from '../../lib/live-uploads.ts';

/**
 * A list of uploads that goes on before one's eyes: rows as they are now, and a new list when one has come or has
 * reached another state, or may have while nothing was told. While the stream is lost the rows are the list's own.
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
