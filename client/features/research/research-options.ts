import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { HistoryEntry, SavedSearch } from '../../../shared/contracts/history.ts';
import { callForPage } from '../../lib/call.ts';
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

export const refreshHistory = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['history'] });

export const refreshSaved = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['saved'] });
