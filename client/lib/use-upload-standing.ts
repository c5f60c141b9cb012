import { useQuery } from '@tanstack/react-query';
import { endedStatuses, type Upload } from '../../shared/contracts/uploads.ts';
import { useLiveUploads } from './live-uploads.ts';
import { uploadOptions } from './upload-options.ts';

const askEveryMs = 2000;

/** An upload as it stands; undefined until it is known. What ended while nobody was told is asked for. */
export function useUploadStanding(id: string): Upload | undefined {
  const told = useLiveUploads().uploads.get(id);
  const asked = useQuery({
    ...uploadOptions(id),
    refetchInterval: ({ state }) => (hasStopped(told ?? state.data) ? false : askEveryMs),
  });
  return hasStopped(asked.data) ? asked.data : (told ?? asked.data);
}

const hasStopped = (upload: Upload | undefined) =>
  upload !== undefined &&
  (endedStatuses.has(upload.status) || upload.status === 'AWAITING_APPROVAL');
