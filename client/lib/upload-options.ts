import { queryOptions } from '@tanstack/react-query';
import { Upload } from '../../shared/contracts/uploads.ts';
import { get } from './call.ts';

export const uploadPath = (id: string) => `/api/uploads/${encodeURIComponent(id)}`;

/** One upload; fetched on each visit. */
export const uploadOptions = (id: string) =>
  queryOptions({
    queryKey: ['uploads', 'one', id],
    queryFn: ({ signal }) => get(uploadPath(id), Upload, { signal }),
    staleTime: 0,
  });
