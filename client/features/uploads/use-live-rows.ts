import { useEffect, useEffectEvent } from 'react';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import type { StreamState } from '../../lib/follow-events.ts';
import { useLiveUploads } from '../../lib/live-uploads.ts';

/**
 * A list of uploads that goes on before one's eyes: rows as they are now, and a new list when one has come or has
 * reached another state. While the stream is lost the rows are the list's own.
 */
export function useLiveRows(refresh: () => void): {
  readonly state: StreamState;
  readonly liveRows: (listed: readonly Upload[]) => Upload[];
} {
  const { state, uploads } = useLiveUploads();
  const happened = [...uploads.values()].map(({ id, status }) => `${id} ${status}`).join();
  const renew = useEffectEvent(refresh);
  useEffect(() => {
    if (happened !== '') renew();
  }, [happened]);
  return {
    state,
    liveRows: (listed) =>
      listed.map((upload) => (state === 'lost' ? upload : (uploads.get(upload.id) ?? upload))),
  };
}
