import type { QueryClient } from '@tanstack/react-query';
import type { ReleaseSummary } from '../../shared/contracts/release.ts';
import { newestReleaseOptions, releaseOptions } from './release.ts';

/** Switches to another current release: no cached response of the previous one is shown again. */
export async function enterRelease(client: QueryClient, release: ReleaseSummary): Promise<void> {
  for (const { queryKey } of [releaseOptions, newestReleaseOptions]) {
    client.setQueryData(queryKey, release);
  }
  client.removeQueries({ type: 'inactive', predicate: isOfData });
  await client.invalidateQueries({ predicate: isOfData });
}

const keptNames: readonly unknown[] = ['user', 'release', 'newest-release'];
const isOfData = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  !keptNames.includes(queryKey[0]);
