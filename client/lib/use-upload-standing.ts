import { useQuery } from '@tanstack/react-query';
import { endedStatuses, type Upload } from '../../shared/contracts/uploads.ts';
import { useLiveUploads } from './live-uploads.ts';
import { uploadOptions } from './upload-options.ts';

const askEveryMs = 2000;
/** While it waits for somebody's decision. */
const askSeldomMs = 15_000;

/** An upload as it stands; undefined until it is known. What ended while nobody was told is asked for. */
export function useUploadStanding(id: string): Upload | undefined {
  const told = useLiveUploads().uploads.get(id);
  const asked = useQuery({
    ...uploadOptions(id),
    refetchInterval: ({ state }) => {
      const { status } = told ?? state.data ?? {};
      if (status === undefined) return askEveryMs;
      if (endedStatuses.has(status)) return false;
      return status === 'AWAITING_APPROVAL' ? askSeldomMs : askEveryMs;
    },
  });
  const hasEnded = asked.data !== undefined && endedStatuses.has(asked.data.status);
  return hasEnded ? asked.data : (told ?? asked.data);
}
