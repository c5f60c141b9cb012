import { useQuery } from '@tanstack/react-query';
import { getOptions } from '../../lib/get-options.ts';
import { HealthAnswer } from '../../../shared/contracts/overview.ts';

/** Warns administrators, below the header of every screen, that users reach the server without HTTPS. */
export default function InClearBanner() {
  const health = useQuery(
    getOptions(['health'], '/api/health', HealthAnswer, { staleTime: Infinity }),
  );
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
