import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiKey, CreatedApiKey, type CreateApiKey } from '../../../shared/contracts/api-keys.ts';
import { get, send } from '../../lib/call.ts';

export const apiKeysOptions = (companyId: string) =>
  queryOptions({
    queryKey: ['api-keys', companyId],
    queryFn: ({ signal }) =>
      get(`/api/admin/companies/${companyId}/api-keys`, z.array(ApiKey), { signal }),
  });

export const createApiKey = (companyId: string, asked: CreateApiKey) =>
  send('POST', `/api/admin/companies/${companyId}/api-keys`, CreatedApiKey, asked);

export const revokeApiKey = (id: string) =>
  send('POST', `/api/admin/api-keys/${id}/revoke`, ApiKey);
