import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { NameHistoryEntry } from '../../../shared/contracts/history.ts';
import { HistoryEntry } from '../../../shared/contracts/history.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import type { CreateSaved, UpdateSaved } from '../../../shared/contracts/saved.ts';
import { SavedChange, SavedSearch } from '../../../shared/contracts/saved.ts';
import { callForPage, get, getFile, send } from '../../lib/call.ts';

export const pageSize = 20;
/** How many stand on the search screen while nothing is asked. */
export const recentSize = 5;

type ListQuestion = { search?: string; page?: number; pageSize?: number };

const listQuery = ({ search = '', page = 1, pageSize: length = pageSize }: ListQuestion) => ({
  ...(search !== '' && { search }),
  page: String(page),
  pageSize: String(length),
});

/** One's own searches, the newest first; each visit asks anew. */
export const historyOptions = (question: ListQuestion) =>
  queryOptions({
    queryKey: ['history', question],
    queryFn: ({ signal }) =>
      callForPage('/api/history', z.array(HistoryEntry), { query: listQuery(question), signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Saved searches by name, one's own and the company's; each visit asks anew. */
export const savedOptions = (question: ListQuestion) =>
  queryOptions({
    queryKey: ['saved', question],
    queryFn: ({ signal }) =>
      callForPage('/api/saved', z.array(SavedSearch), { query: listQuery(question), signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** What changed in a saved search since it was seen. */
export const savedChangeOptions = ({ id, seen }: SavedSearch) =>
  queryOptions({
    queryKey: ['saved-change', id, seen.release],
    queryFn: ({ signal }) => get(`/api/saved/${id}/change`, SavedChange, { signal }),
  });

/** The laudo of a receipt as a ZIP; without a month, its money is brought to the last one with a known index. */
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

const markSeen = (id: string) => send('POST', `/api/saved/${id}/seen`, SavedChange);

export const refreshHistory = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['history'] });

export const refreshSaved = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['saved'] });

/** Somebody opens a saved search: from now on its changes count from here. Failing to note it hinders nobody. */
export async function openSaved(client: QueryClient, id: string): Promise<void> {
  await markSeen(id).catch(() => undefined);
  await refreshSaved(client);
}
