import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { SettingsSummary } from '../../../shared/contracts/settings.ts';
import { get } from '../../lib/call.ts';

export const settingsOptions = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => get('/api/admin/settings', SettingsSummary, { signal }),
});

/** Refetches the loaded row counts after an import. */
export const refreshSettings = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: settingsOptions.queryKey });
