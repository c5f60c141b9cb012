import type { ApiQuery } from '../../../shared/contracts/api-queries.ts';
import { firstPageSize } from '../../../shared/contracts/search.ts';
import type { ApiCaller } from '../../people/identity/api-keys.ts';
import type { AnswerService, QueryContext } from '../../answers/serving/answer-service.ts';
import { answerDistribution, answerHead } from '../../answers/serving/stored-answer.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { requestedRelease } from '../../registry/releases/release-by-number.ts';
import { type AnswerMetadata, storeReceipt } from '../../research/receipt-store.ts';
import type { ReceiptsDeps } from '../../research/receipts.ts';
import { withPeriod } from '../../research/search-history.ts';
import type { KeyAnswer } from './responses.ts';

export interface ApiDeps extends ReceiptsDeps {
  readonly service: AnswerService<AnswerMetadata>;
  /** The record count of each occupation, by its code; it sorts suggestions. */
  readonly records: () => Promise<ReadonlyMap<string, number>>;
}

/** The same response as for users, scheduled for the key, with its receipt. */
export async function answerForKey(
  { store, service, clock }: ApiDeps,
  { companyId }: ApiCaller,
  { filtros: filters, versao }: ApiQuery,
  context: QueryContext,
): Promise<KeyAnswer> {
  const release = readableRelease(await requestedRelease(store, versao));
  const answered = await withStableReferences(store.db, () =>
    // The request of the search screen, so that both share the cached and precomputed responses.
    service.answer({ filters, pageSize: firstPageSize }, release, context),
  );
  const { metadata } = answered;
  const stored = withPeriod(filters, metadata.method.period);
  const owner = { companyId, userId: null };
  const receipt = await storeReceipt(store.db, owner, { filters: stored, metadata }, clock());
  const { distributionSha256 } = metadata;
  return {
    parts: { filters, answer: await answerHead(answered), receipt, distributionSha256 },
    distribution: await answerDistribution(answered),
  };
}
