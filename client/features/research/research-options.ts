import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { HistoryEntry, NameHistoryEntry } from '../../../shared/contracts/history.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { Receipt, ReceiptCheck } from '../../../shared/contracts/receipts.ts';
import {
  CreateSaved,
  SavedChange,
  SavedSearch,
  UpdateSaved,
} from '../../../shared/contracts/saved.ts';
import { call, callForPage } from '../../lib/call.ts';

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
    queryFn: ({ signal }) =>
      call({ method: 'GET', path: `/api/saved/${id}/change`, response: SavedChange }, { signal }),
  });

export const receiptOptions = (id: string) =>
  queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) =>
      call(
        { method: 'GET', path: `/api/receipts/${encodeURIComponent(id)}`, response: Receipt },
        { signal },
      ),
  });

export const checkReceipt = (id: string) =>
  call({ method: 'POST', path: `/api/receipts/${id}/check`, response: ReceiptCheck }, {});

export const nameSearch = ({ id, ...naming }: z.input<typeof NameHistoryEntry> & { id: string }) =>
  call(
    { method: 'PUT', path: `/api/history/${id}`, response: HistoryEntry, body: NameHistoryEntry },
    { body: naming },
  );

export const forgetSearch = (id: string) =>
  call({ method: 'DELETE', path: `/api/history/${id}`, response: Done }, {});

export const forgetHistory = () =>
  call({ method: 'DELETE', path: '/api/history', response: Done }, {});

export const saveSearch = (search: z.input<typeof CreateSaved>) =>
  call(
    { method: 'POST', path: '/api/saved', response: SavedSearch, body: CreateSaved },
    { body: search },
  );

export const updateSaved = ({ id, ...changes }: z.input<typeof UpdateSaved> & { id: string }) =>
  call(
    { method: 'PUT', path: `/api/saved/${id}`, response: SavedSearch, body: UpdateSaved },
    { body: changes },
  );

export const deleteSaved = (id: string) =>
  call({ method: 'DELETE', path: `/api/saved/${id}`, response: Done }, {});

const markSeen = (id: string) =>
  call({ method: 'POST', path: `/api/saved/${id}/seen`, response: SavedChange }, {});

export const refreshHistory = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['history'] });

export const refreshSaved = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['saved'] });

/** Somebody opens a saved search: from now on its changes count from here. Failing to note it hinders nobody. */
export async function openSaved(client: QueryClient, id: string): Promise<void> {
  await markSeen(id).catch(() => undefined);
  await refreshSaved(client);
}
