import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ReportRetention } from '../../../shared/contracts/reports.ts';
import {
  CboImported,
  InpcTable,
  MinimumWageTable,
  MunicipalitiesImported,
  PutInpc,
  PutMinimumWages,
  SettingsSummary,
} from '../../../shared/contracts/settings.ts';
import { call, callWithForm } from '../../lib/call.ts';

export const settingsOptions = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/admin/settings', response: SettingsSummary }, { signal }),
});

export const minimumWageOptions = queryOptions({
  queryKey: ['minimum-wage'],
  queryFn: ({ signal }) =>
    call(
      { method: 'GET', path: '/api/admin/minimum-wage', response: MinimumWageTable },
      { signal },
    ),
});

export const inpcOptions = queryOptions({
  queryKey: ['inpc'],
  queryFn: ({ signal }) =>
    call({ method: 'GET', path: '/api/admin/inpc', response: InpcTable }, { signal }),
});

/** The table that comes with the product. */
export const importBuiltInCbo = (): Promise<CboImported> =>
  call({ method: 'POST', path: '/api/admin/import-cbo', response: CboImported }, {});

/** From MTE's own files, one or both. */
export const importCboFiles = (files: FormData): Promise<CboImported> =>
  callWithForm('/api/admin/import-cbo', CboImported, files);

export const importMunicipalities = (): Promise<MunicipalitiesImported> =>
  call(
    {
      method: 'POST',
      path: '/api/admin/import-municipalities',
      response: MunicipalitiesImported,
    },
    {},
  );

export const putMinimumWages = (wages: PutMinimumWages): Promise<MinimumWageTable> =>
  call(
    {
      method: 'PUT',
      path: '/api/admin/minimum-wage',
      response: MinimumWageTable,
      body: PutMinimumWages,
    },
    { body: wages },
  );

export const putInpc = (months: PutInpc): Promise<InpcTable> =>
  call(
    { method: 'PUT', path: '/api/admin/inpc', response: InpcTable, body: PutInpc },
    { body: months },
  );

/** After an import, what shows how much is loaded is asked anew. */
export function refreshSettings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: settingsOptions.queryKey });
}

export const reportRetentionOptions = queryOptions({
  queryKey: ['report-retention'],
  queryFn: ({ signal }) =>
    call(
      { method: 'GET', path: '/api/admin/report-retention', response: ReportRetention },
      { signal },
    ),
});

export const putReportRetention = (retention: ReportRetention) =>
  call(
    {
      method: 'PUT',
      path: '/api/admin/report-retention',
      response: ReportRetention,
      body: ReportRetention,
    },
    { body: retention },
  );
