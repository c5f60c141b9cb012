import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { Company } from '../../../shared/contracts/companies.ts';
import { type UpdateUser, User } from '../../../shared/contracts/users.ts';
import { callForPage, send } from '../../lib/call.ts';
import { pagedList } from '../../lib/paged-list.ts';

const freshMs = 30_000;

type UserListRequest = { search: string; role: string; isActive: string; page: number };
type CompanyListRequest = { search: string; page: number; pageSize?: number };

export const userListOptions = ({ page, ...filters }: UserListRequest) => ({
  ...pagedList({ key: ['users'], filters, page }, (request) =>
    callForPage('/api/admin/users', z.array(User), request),
  ),
  staleTime: freshMs,
});

export const companyListOptions = ({ search, ...paging }: CompanyListRequest) => ({
  ...pagedList({ key: ['companies'], filters: { search }, ...paging }, (request) =>
    callForPage('/api/admin/companies', z.array(Company), request),
  ),
  staleTime: freshMs,
});

export const updateUser = ({ id, ...changes }: z.input<typeof UpdateUser> & { id: string }) =>
  send('PUT', `/api/admin/users/${id}`, User, changes);

/** Refetches everything that shows users or companies after a change; the current user may be one of them. */
export async function refreshAccounts(client: QueryClient): Promise<void> {
  await Promise.all(
    ['users', 'companies', 'overview', 'user', 'my-data'].map((name) =>
      client.invalidateQueries({ queryKey: [name] }),
    ),
  );
}
