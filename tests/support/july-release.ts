import type { Release } from '../../server/answers/query/release.ts';

/** A release of July 2023, for tests of queries that read no data. */
export const julyRelease: Release = {
  number: 1,
  publishedAt: '2023-08-30T00:00:00Z',
  isSynthetic: false,
  months: ['202307'],
  firstMonth: '202307',
  files: [{ kind: 'MOV', month: '202307' }],
  batches: [1],
  designEffects: new Map(),
};
