import { useQuery } from '@tanstack/react-query';
import { HealthAnswer } from '../../../shared/contracts/overview.ts';
import { get } from '../../lib/call.ts';

/** Warns administrators, below the header of every screen, that users reach the server without HTTPS. */
export default function InClearBanner() {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => get('/api/health', HealthAnswer, { signal }),
    staleTime: Infinity,
  });
  const part = health.data?.parts.find(({ part: name }) => name === 'https');
  if (part?.status !== 'warning') return null;
  return (
    <p
      role="note"
      className="border-b border-line bg-sunken px-4 py-1 text-center text-dense font-medium text-danger print:hidden"
    >
      {part.message}
    </p>
  );
}
