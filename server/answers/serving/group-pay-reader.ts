import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import { completenessOf } from '../../../shared/statistics/completeness.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import type { Period } from '../../../shared/filters/data.ts';
import { referencesRevision } from '../../reference/imported-references.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { payByGroup, type PayByGroupState } from '../present/occupations/group-pay.ts';
import { resolveQuery, type SalaryQuery } from '../query/salary-query.ts';
import { readableRelease } from '../query/release.ts';

interface Parts {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly logger: Pick<Logger, 'warn'>;
  /** Cancels a count in progress; later counts fail at once. */
  readonly signal?: AbortSignal;
  /** Maximum wait for the count, in milliseconds; names are useful without figures. */
  readonly maxWaitMs?: number;
}

const countTimeoutMs = 120_000;
/** Minimum pause after a failed count, in milliseconds. */
const pauseMs = 60_000;

/**
 * Creates a reader of the pay of every group of occupations in the current release, for the default query. The reader
 * counts once per release, and again when an imported table may have changed the rule. Concurrent calls share one
 * count.
 */
export function groupPayReader({
  store,
  warehouse,
  logger,
  signal,
  maxWaitMs = 300,
}: Parts): () => Promise<PayByGroupState> {
  let figures: { readonly of: string; readonly answer: PayByGroupState } | undefined;
  let failed: { readonly of: string; readonly at: number } | undefined;
  let counting: Promise<void> | undefined;

  const count = async (of: string, query: SalaryQuery, period: Period) => {
    try {
      const limits = { timeoutMs: countTimeoutMs, signal };
      const groups = await payByGroup(warehouse, query, limits);
      const completeness = completenessOf(period, query.release.files);
      figures = { of, answer: { state: 'ready', period, completeness, groups } };
    } catch (error) {
      if (signal?.aborted !== true) {
        logger.warn({ err: error }, 'the pay of groups of occupations could not be counted');
      }
      failed = { of, at: performance.now() };
    } finally {
      counting = undefined;
    }
  };

  return async () => {
    const release = readableRelease(await currentRelease(store));
    const query = resolveQuery(SearchFilters.parse({}), release);
    if (query.period === null) return { state: 'noMonths' };
    const of = `${release.number} ${referencesRevision()}`;
    const known = () => (figures?.of === of ? figures.answer : undefined);
    const rests = () => failed?.of === of && performance.now() - failed.at < pauseMs;
    if (known() === undefined && !rests()) {
      counting ??= count(of, query, query.period);
      await Promise.race([counting, passing(maxWaitMs, undefined, { ref: false })]);
    }
    return known() ?? { state: rests() ? 'failed' : 'counting' };
  };
}
