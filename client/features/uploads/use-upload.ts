import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { endedStatuses, Upload } from '../../../shared/contracts/uploads.ts';
import { CallError } from '../../lib/call.ts';
import { followEvents, type StreamState } from '../../lib/follow-events.ts';
import { releaseOptions } from '../../lib/release.ts';
import { uploadOptions } from '../../lib/upload-options.ts';
import { keepUpload, refreshComparison } from './upload-options.ts';

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
  const followAnew = () => again.current?.();
  return { query, state: isGoingOn ? state : undefined, followAnew };
}
