import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import { firstPageSize, type SearchFilters } from '../../../shared/contracts/search.ts';
import {
  referencesRevision,
  refreshImportedReferences,
  withStableReferences,
} from '../../reference/imported-references.ts';
import { AppError } from '../../platform/errors.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import { background } from '../../platform/scheduler/scheduler.ts';
import type { AnswerService } from './answer-service.ts';
import type { DiskCache } from './disk-cache.ts';
import { readableRelease, type Release } from '../query/release.ts';

export interface PrecomputeOptions {
  readonly service: {
    readonly figures: Pick<AnswerService<unknown>['figures'], 'running' | 'waiting'>;
    readonly answer: (...args: Parameters<AnswerService<unknown>['answer']>) => Promise<unknown>;
  };
  readonly store: Store;
  readonly logger: Logger;
  /** The queries to precompute for a release, in order. */
  readonly popular: (release: Release) => Promise<readonly SearchFilters[]>;
  /** Whether the month files of a release are ready, or could not be made. */
  readonly isPrepared: (release: Release) => boolean;
  /** The disk cache, from which responses of other releases are removed; null for none. */
  readonly diskCache: Pick<DiskCache, 'keepOnly'> | null;
}

const lookEveryMs = 1_000;
const yieldMs = 50;
const maxWaitMs = 120_000;
/** Maximum computing time for one release, in milliseconds. Queries beyond it are computed on request. */
const budgetMs = 15 * 60_000;

/** A temporary error: user requests took the slots, or a service is unavailable for a while. */
const isTransientFailure = (error: unknown) => error instanceof AppError && error.status === 503;

/**
 * Precomputes the most common queries (see `popularQueries`), once per release and reference tables, within a time
 * budget. User requests have priority.
 */
export function precomputer({
  service,
  store,
  logger,
  popular,
  isPrepared,
  diskCache,
}: PrecomputeOptions) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  /** Queries that failed for the release and reference tables of this key. They are not retried. */
  let failures = { key: '', queries: new Set<string>() };

  const current = async () => {
    await refreshImportedReferences(store.db);
    const release = readableRelease(await currentRelease(store));
    return { release, key: `${release.number} ${referencesRevision()}` };
  };

  const pause = async (ms: number): Promise<void> => {
    await passing(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  };

  const whenIdle = async (): Promise<void> => {
    while (service.figures.running + service.figures.waiting > 0 && !stopping.signal.aborted) {
      await pause(yieldMs);
    }
  };

  /** Ignores client errors: a query from the search history may be invalid for this release. */
  const answer = async (filters: SearchFilters, release: Release): Promise<void> => {
    const { signal } = stopping;
    const context = { requester: background, signal, timeoutMs: maxWaitMs, lane: 'long' } as const;
    // The request of the search screen.
    const request = { filters, pageSize: firstPageSize };
    try {
      await withStableReferences(store.db, () => service.answer(request, release, context));
    } catch (error) {
      if (!(error instanceof AppError && error.status < 500)) throw error;
    }
  };

  /**
   * Precomputes the popular queries of the current release. Returns false if the release or the reference tables
   * changed meanwhile, or if it was stopped.
   */
  const computeAll = async (): Promise<boolean> => {
    const { release, key } = await current();
    if (release.number === null) return true;
    await diskCache?.keepOnly(release);
    if (failures.key !== key) failures = { key, queries: new Set() };
    const failed = failures.queries;
    let workedMs = 0;
    for (const filters of await popular(release)) {
      const query = JSON.stringify(filters);
      if (failed.has(query)) continue;
      await whenIdle();
      if (stopping.signal.aborted) return false;
      if ((await current()).key !== key) return false;
      const begun = performance.now();
      try {
        await answer(filters, release);
      } catch (error) {
        if (!isTransientFailure(error)) failed.add(query);
        throw error;
      }
      workedMs += performance.now() - begun;
      if (workedMs > budgetMs) return true;
    }
    return true;
  };

  const watch = async (): Promise<void> => {
    let answered = '';
    while (!stopping.signal.aborted) {
      try {
        const { key, release } = await current();
        if (key !== answered && isPrepared(release) && (await computeAll())) {
          answered = key;
        }
      } catch (error) {
        if (!stopping.signal.aborted) {
          logger.warn({ err: error }, 'popular queries could not be precomputed');
        }
      }
      await pause(lookEveryMs);
    }
  };

  return {
    start: (): void => {
      running ??= watch();
    },

    stop: async (): Promise<void> => {
      stopping.abort(new Error('Precomputation has stopped.'));
      await running;
    },

    computeAll,
  };
}

export type Precompute = ReturnType<typeof precomputer>;
