import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type CompanyLogo,
  type CreateCompany,
  type UpdateCompany,
  Company,
} from '../../../shared/contracts/companies.ts';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import {
  type CreateUser,
  type DeleteUser,
  type RenewPassword,
  type UpdateUser,
  User,
} from '../../../shared/contracts/users.ts';
import { getOptions } from '../../lib/get-options.ts';
import { callForPage, send } from '../../lib/call.ts';
import { pagedList } from '../../lib/paged-list.ts';
import { ApiKey, CreatedApiKey, type CreateApiKey } from '../../../shared/contracts/api-keys.ts';

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

export const createUser = (user: z.input<typeof CreateUser>) =>
  send('POST', '/api/admin/users', User, user);

export const updateUser = ({ id, ...changes }: z.input<typeof UpdateUser> & { id: string }) =>
  send('PUT', `/api/admin/users/${id}`, User, changes);

export const deleteUser = (id: string, body: DeleteUser) =>
  send('POST', `/api/admin/users/${id}/erasure`, Done, body);

export const renewPassword = (id: string, renewed: z.input<typeof RenewPassword>) =>
  send('POST', `/api/admin/users/${id}/temporary-password`, Done, renewed);

export const endSessionsOf = (id: string, proof: Proof) =>
  send('POST', `/api/admin/users/${id}/end-sessions`, Done, proof);

export const removeSecondFactorOf = (id: string, proof: Proof) =>
  send('POST', `/api/admin/users/${id}/remove-second-factor`, Done, proof);

export const createCompany = (company: z.input<typeof CreateCompany>) =>
  send('POST', '/api/admin/companies', Company, company);

export const updateCompany = ({ id, ...company }: z.input<typeof UpdateCompany> & { id: string }) =>
  send('PUT', `/api/admin/companies/${id}`, Company, company);

export const setCompanyLogo = (id: string, content: string) =>
  send('PUT', `/api/admin/companies/${id}/logo`, Company, { content } satisfies CompanyLogo);

export const removeCompanyLogo = (id: string) =>
  send('DELETE', `/api/admin/companies/${id}/logo`, Company);

/** Refetches everything that shows users or companies after a change; the current user may be one of them. */
export async function refreshAccounts(client: QueryClient): Promise<void> {
  await Promise.all(
    ['users', 'companies', 'overview', 'user', 'my-data'].map((name) =>
      client.invalidateQueries({ queryKey: [name] }),
    ),
  );
}

export const apiKeysOptions = (companyId: string) =>
  getOptions(
    ['api-keys', companyId],
    `/api/admin/companies/${companyId}/api-keys`,
    z.array(ApiKey),
  );

export const createApiKey = (companyId: string, request: CreateApiKey) =>
  send('POST', `/api/admin/companies/${companyId}/api-keys`, CreatedApiKey, request);

export const revokeApiKey = (id: string) =>
  send('POST', `/api/admin/api-keys/${id}/revoke`, ApiKey);
