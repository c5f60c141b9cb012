import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  CboImported,
  MunicipalitiesImported,
  SettingsSummary,
} from '../../../shared/contracts/settings.ts';
import { callWithForm, get, send } from '../../lib/call.ts';

export const settingsOptions = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => get('/api/admin/settings', SettingsSummary, { signal }),
});

/** Imports the table that comes with the product. */
export const importBuiltInCbo = (): Promise<CboImported> =>
  send('POST', '/api/admin/import-cbo', CboImported);

/** Imports MTE's own files, one or both. */
export const importCboFiles = (files: FormData): Promise<CboImported> =>
  callWithForm('/api/admin/import-cbo', CboImported, files);

export const importMunicipalities = (): Promise<MunicipalitiesImported> =>
  send('POST', '/api/admin/import-municipalities', MunicipalitiesImported);

/** Refetches the loaded row counts after an import. */
export function refreshSettings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: settingsOptions.queryKey });
}
