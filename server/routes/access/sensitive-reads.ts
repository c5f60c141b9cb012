import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Release } from '../../answers/query/release.ts';
import { recordAct } from '../../people/audit/audit.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { actorOf } from './guard.ts';

const notedEveryMs = 3_600_000;

/** Records reads of sensitive data in the audit: a user who continues to read the same result, once an hour. */
export function sensitiveReadRecorder({ store, clock }: StoreAndClock) {
  const recorded = new LRUCache<string, true>({ max: 10_000, ttl: notedEveryMs });
  return async (
    request: FastifyRequest,
    query: string,
    { number }: Pick<Release, 'number'>,
  ): Promise<void> => {
    const actor = actorOf(request);
    const key = JSON.stringify([actor, query, number]);
    if (recorded.has(key)) return;
    await recordAct(store.db, {
      action: 'records.sensitive_read',
      actor,
      ...(number !== null && { subject: { type: 'release', id: String(number) } }),
      details: { question: query },
      at: clock(),
    });
    recorded.set(key, true);
  };
}
