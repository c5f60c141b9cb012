import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endedStatuses, Upload } from '../../../shared/uploads.ts';
import { CallError } from '../../lib/call.ts';
import { followEvents, type StreamState } from '../../lib/follow-events.ts';
import { releaseOptions } from '../../lib/release.ts';
import { keepUpload, uploadOptions } from './upload-options.ts';

const ASK_EVERY_MS = 5000;

/** An upload as it goes on: told by the server, and asked for while nothing is told. */
export function useUpload(id: string) {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  const query = useQuery({
    ...uploadOptions(id),
    refetchInterval: ({ state: { error } }) =>
      state === 'lost' && !(error instanceof CallError) ? ASK_EVERY_MS : false,
  });
  const isGoingOn = query.data !== undefined && !endedStatuses.has(query.data.status);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    return followEvents({
      path: `/api/uploads/${encodeURIComponent(id)}/events`,
      events: ['upload'],
      onState: setState,
      onEvent: (_, data) => {
        const upload = Upload.parse(data);
        keepUpload(client, upload);
        if (upload.release === null) return;
        void client.invalidateQueries({ queryKey: releaseOptions.queryKey });
      },
    });
  }, [client, id, isGoingOn]);
  return { query, state: isGoingOn ? state : undefined };
}
