import { queryOptions } from '@tanstack/react-query';
import { PublicReceipt } from '../../../shared/contracts/receipts.ts';
import { get } from '../../lib/call.ts';

export const publicReceiptOptions = (token: string) =>
  queryOptions({
    queryKey: ['public-receipt', token],
    queryFn: ({ signal }) =>
      get(`/api/public/${encodeURIComponent(token)}`, PublicReceipt, { signal }),
    staleTime: Infinity,
  });
