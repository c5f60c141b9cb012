import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type NameHistoryEntry,
  HistoryEntry,
  type CreateSaved,
  type UpdateSaved,
  SavedChange,
  SavedSearch,
} from '../../../shared/contracts/history.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { getOptions } from '../../lib/get-options.ts';
import { callForPage, getFile, send } from '../../lib/call.ts';
import { pagedList } from '../../lib/paged-list.ts';

type ListRequest = { search?: string; page?: number; pageSize?: number };

/** The user's own searches, newest first. */
export const historyOptions = ({ search = '', page = 1, ...size }: ListRequest) =>
  pagedList({ key: ['history'], filters: { search }, page, ...size }, (request) =>
    callForPage('/api/history', z.array(HistoryEntry), request),
  );

/** Saved searches by name, the user's own and the company's. */
export const savedOptions = ({ search = '', page = 1, ...size }: ListRequest) =>
  pagedList({ key: ['saved'], filters: { search }, page, ...size }, (request) =>
    callForPage('/api/saved', z.array(SavedSearch), request),
  );

/** The changes in a saved search since the user last saw it; no request without new data. */
export const savedChangeOptions = ({ id, seen, hasNewData }: SavedSearch) =>
  getOptions(['saved-change', id, seen.release], `/api/saved/${id}/change`, SavedChange, {
    enabled: hasNewData,
  });

export const followSaved = ({ id, isFollowed }: Pick<SavedSearch, 'id' | 'isFollowed'>) =>
  send('PUT', `/api/saved/${id}/follow`, SavedSearch, { isFollowed });

/** The laudo of a receipt as a ZIP; without a month, its amounts are adjusted to the last month with a known index. */
export const fetchLaudo = (id: string, realMonth: string) =>
  getFile(`/api/receipts/${id}/laudo`, realMonth === '' ? {} : { query: { mes: realMonth } });

export const nameSearch = ({ id, ...naming }: z.input<typeof NameHistoryEntry> & { id: string }) =>
  send('PUT', `/api/history/${id}`, HistoryEntry, naming);

export const forgetSearch = (id: string) => send('DELETE', `/api/history/${id}`, Done);

export const forgetHistory = () => send('DELETE', '/api/history', Done);

export const saveSearch = (search: z.input<typeof CreateSaved>) =>
  send('POST', '/api/saved', SavedSearch, search);

export const updateSaved = ({ id, ...changes }: z.input<typeof UpdateSaved> & { id: string }) =>
  send('PUT', `/api/saved/${id}`, SavedSearch, changes);

export const deleteSaved = (id: string) => send('DELETE', `/api/saved/${id}`, Done);

export const refreshHistory = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['history'] });

export const refreshSaved = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['saved'] });

/** Marks a saved search as seen, so that its changes count from now on. A failure is ignored. */
export async function openSaved(client: QueryClient, id: string): Promise<void> {
  await send('POST', `/api/saved/${id}/seen`, SavedChange).catch(() => undefined);
  await refreshSaved(client);
}
