import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ReportRetention } from '../../../shared/contracts/reports.ts';
import type { PutInpc, PutMinimumWages } from '../../../shared/contracts/settings.ts';
import {
  CboImported,
  InpcTable,
  MinimumWageTable,
  MunicipalitiesImported,
  SettingsSummary,
} from '../../../shared/contracts/settings.ts';
import { callWithForm, get, send } from '../../lib/call.ts';

export const settingsOptions = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => get('/api/admin/settings', SettingsSummary, { signal }),
});

export const minimumWageOptions = queryOptions({
  queryKey: ['minimum-wage'],
  queryFn: ({ signal }) => get('/api/admin/minimum-wage', MinimumWageTable, { signal }),
});

export const inpcOptions = queryOptions({
  queryKey: ['inpc'],
  queryFn: ({ signal }) => get('/api/admin/inpc', InpcTable, { signal }),
});

/** The table that comes with the product. */
export const importBuiltInCbo = (): Promise<CboImported> =>
  send('POST', '/api/admin/import-cbo', CboImported);

/** From MTE's own files, one or both. */
export const importCboFiles = (files: FormData): Promise<CboImported> =>
  callWithForm('/api/admin/import-cbo', CboImported, files);

export const importMunicipalities = (): Promise<MunicipalitiesImported> =>
  send('POST', '/api/admin/import-municipalities', MunicipalitiesImported);

export const putMinimumWages = (wages: PutMinimumWages): Promise<MinimumWageTable> =>
  send('PUT', '/api/admin/minimum-wage', MinimumWageTable, wages);

export const putInpc = (months: PutInpc): Promise<InpcTable> =>
  send('PUT', '/api/admin/inpc', InpcTable, months);

/** After an import, what shows how much is loaded is asked anew. */
export function refreshSettings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: settingsOptions.queryKey });
}

export const reportRetentionOptions = queryOptions({
  queryKey: ['report-retention'],
  queryFn: ({ signal }) => get('/api/admin/report-retention', ReportRetention, { signal }),
});

export const putReportRetention = (retention: ReportRetention) =>
  send('PUT', '/api/admin/report-retention', ReportRetention, retention);
