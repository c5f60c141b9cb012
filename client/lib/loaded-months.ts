import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoadedMonths } from '../../shared/statistics/quality.ts';
import { releaseOptions } from './release.ts';

/** The part of the published data that the quality rating needs; the same object until the release changes. */
export function useLoadedMonths(): LoadedMonths {
  const release = useQuery(releaseOptions).data;
  return useMemo(() => ({ latestMonth: release?.months.at(-1) ?? null }), [release]);
}
