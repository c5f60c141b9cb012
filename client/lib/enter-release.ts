import type { QueryClient } from '@tanstack/react-query';
import type { ReleaseSummary } from '../../shared/contracts/release.ts';
import { newestReleaseOptions, releaseOptions } from './release.ts';

/** Another release is current: no answer from the one before it is shown again. */
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
