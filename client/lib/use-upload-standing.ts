import { useQuery } from '@tanstack/react-query';
import { endedStatuses, type Upload } from '../../shared/contracts/uploads.ts';
import { useLiveUploads } from './live-uploads.ts';
import { uploadOptions } from './upload-options.ts';

const askEveryMs = 2000;
/** While it waits for an administrator's decision. */
const askSeldomMs = 15_000;

/** The current state of an upload; undefined until it is known. Polling finds an end that the stream missed. */
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
