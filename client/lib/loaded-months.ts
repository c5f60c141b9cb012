import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoadedMonths } from '../../shared/statistics/quality.ts';
import { releaseOptions } from './release.ts';

/** What of the published data says how far answers can be relied on; the same value until the data are others. */
export function useLoadedMonths(): LoadedMonths {
  const release = useQuery(releaseOptions).data;
  return useMemo(() => ({ latestMonth: release?.months.at(-1) ?? null }), [release]);
}
