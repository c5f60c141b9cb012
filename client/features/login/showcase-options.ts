import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { Showcase } from '../../../shared/contracts/showcase.ts';
import { get } from '../../lib/call.ts';

/** A small real answer; null if no release is published. */
export const showcaseOptions = queryOptions({
  queryKey: ['showcase'],
  queryFn: ({ signal }) => get('/api/showcase', Showcase, { signal }),
});

/** The sample answer, where there is one. */
export type ShownAnswer = NonNullable<z.infer<typeof Showcase>>;
