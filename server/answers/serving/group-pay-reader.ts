import { setTimeout as passing } from 'node:timers/promises';
import type { Logger } from 'pino';
import { completenessOf } from '../../../shared/statistics/completeness.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { referencesRevision } from '../../reference/imported-references.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { groupPays, type Period, type ToldGroupPays } from '../present/occupations/group-pay.ts';
import { askedQuestion, type Question } from '../query/salary-query.ts';
import { readableRelease } from '../query/release.ts';

interface Parts {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  readonly logger: Pick<Logger, 'warn'>;
  /** Cancels a count that is under way; later counts fail at once. */
  readonly signal?: AbortSignal;
  /** Maximum wait for the count, in milliseconds; names are useful without figures. */
  readonly patienceMs?: number;
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
  clock,
  logger,
  signal,
  patienceMs = 300,
}: Parts): () => Promise<ToldGroupPays> {
  let told: { readonly of: string; readonly answer: ToldGroupPays } | undefined;
  let failed: { readonly of: string; readonly at: number } | undefined;
  let counting: Promise<void> | undefined;

  const count = async (of: string, question: Question, period: Period) => {
    try {
      const limits = { timeoutMs: countTimeoutMs, ...(signal && { signal }) };
      const pays = await groupPays(warehouse, question, limits);
      const completeness = completenessOf(period, question.release.files);
      told = { of, answer: { state: 'told', period, completeness, pays } };
    } catch (error) {
      if (signal?.aborted !== true) {
        logger.warn({ err: error }, 'the pay of groups of occupations could not be counted');
      }
      failed = { of, at: clock().getTime() };
    } finally {
      counting = undefined;
    }
  };

  return async () => {
    const release = readableRelease(await currentRelease(store));
    const question = askedQuestion(SearchFilters.parse({}), release);
    if (question.period === null) return { state: 'noMonths' };
    const of = `${release.number} ${referencesRevision()}`;
    const known = () => (told?.of === of ? told.answer : undefined);
    const rests = () => failed?.of === of && clock().getTime() - failed.at < pauseMs;
    if (known() === undefined && !rests()) {
      counting ??= count(of, question, question.period);
      await Promise.race([counting, passing(patienceMs, undefined, { ref: false })]);
    }
    return known() ?? { state: rests() ? 'failed' : 'counting' };
  };
}
