import { setImmediate } from 'node:timers/promises';
import { firstPageSize, type SearchFilters } from '../../../shared/contracts/search.ts';
import type { ApiCaller } from '../../people/identity/api-keys.ts';
import type { DeferredPanelService } from '../../answers/serving/deferred-panel-service.ts';
import type { AnswerService } from '../../answers/serving/answer-service.ts';
import type { QueryContext } from '../../answers/serving/query-scheduler.ts';
import { answerDistribution, answerHead } from '../../answers/serving/stored-answer.ts';
import type { Release } from '../../answers/query/release.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import {
  type AnswerMetadata,
  type AnsweredQuery,
  type ReceiptsDeps,
  receiptWriter,
  storeReceipt,
} from '../../research/receipt-store.ts';
import { withPeriod } from '../../research/search-history.ts';
import type { KeyAnswer } from './responses.ts';

export interface ApiDeps extends ReceiptsDeps {
  readonly service: AnswerService<AnswerMetadata>;
  readonly deferredPanels: DeferredPanelService;
  /** The record count of each occupation, by its code; it sorts suggestions. */
  readonly records: () => Promise<ReadonlyMap<string, number>>;
}

export interface KeyQuery {
  readonly filters: SearchFilters;
  readonly release: Release;
}

/**
 * Returns the function that makes a program's response from the answer that users get, scheduled for the key, with its
 * receipt. If no receipt can be stored now, such as on a full disk, the answer has a note instead.
 */
export function answererForKeys({ store, service, queries, clock }: ApiDeps) {
  const remember = keyReceiptWriter(store);
  return async <Response>(
    { companyId }: ApiCaller,
    { filters, release }: KeyQuery,
    context: QueryContext,
    respond: (answer: KeyAnswer) => Response | Promise<Response>,
  ): Promise<Response> => {
    const answered = await withStableReferences(store.db, () =>
      // The request of the search screen, so that both share the cached and precomputed responses.
      service.answer({ filters, pageSize: firstPageSize }, release, context),
    );
    const { metadata } = answered;
    const stored = withPeriod(filters, metadata.method.period);
    const receipt = await remember({ companyId, filters: stored, metadata, now: clock() });
    const { distributionSha256 } = metadata;
    return queries.onMainThread(context, async () => {
      const distribution = await answerDistribution(answered);
      const answer = { ...(await answerHead(answered)), distribution };
      // A distribution of all of Brazil takes some 40 ms to unpack.
      await setImmediate();
      return respond({ filters, answer, ...receipt, distributionSha256 });
    });
  };
}

/** Stores responses to a company's keys under receipts. */
export const keyReceiptWriter = (store: Omit<Store, 'close'>) =>
  receiptWriter(store, storeForKey, {
    anHour: 5000,
    callerOf: ({ companyId }) => companyId,
    loss: 'esta resposta não tem recibo.',
  });

const storeForKey = (
  db: AppDatabase,
  { companyId, now, ...answered }: AnsweredQuery & { companyId: string; now: Date },
) => storeReceipt(db, { companyId, userId: null }, answered, now);
