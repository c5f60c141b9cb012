import type { QueryClient } from '@tanstack/react-query';
import { getOptions } from '../../lib/get-options.ts';
import { SettingsSummary } from '../../../shared/contracts/settings.ts';

export const settingsOptions = getOptions(['settings'], '/api/admin/settings', SettingsSummary);

/** Refetches the loaded row counts after an import. */
export const refreshSettings = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: settingsOptions.queryKey });
