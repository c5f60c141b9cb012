import { indexBackend, type AnswerContext } from '../../server/answers/present/answer.ts';
import { countPay } from '../../server/answers/present/answer.ts';
import { resolveQuery, type SalaryQuery } from '../../server/answers/query/salary-query.ts';
import type { SortedIndexService } from '../../server/answers/index/sorted-index.ts';
import type { NearRecords } from '../../server/answers/present/records/newest-records.ts';
import { readableRelease } from '../../server/answers/query/release.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import type { Store } from '../../server/platform/store/store.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';

const limits = { timeoutMs: 600_000 };

interface Prepared {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly sortedIndex: SortedIndexService;
}

/** AnswerContext with everything that a server prepares for a release before it answers queries. */
export async function preparedAnswering(installation: Prepared): Promise<AnswerContext> {
  const { warehouse } = installation;
  const { release, index } = await preparedIndex(installation);
  return { warehouse, release, version: 'prepared', limits, backend: indexBackend({ index }) };
}

/** A query on the current release, and data about its records. */
export async function preparedQuery(
  installation: Prepared,
  filters: object,
): Promise<{ readonly query: SalaryQuery; readonly near: NearRecords }> {
  const { release, index } = await preparedIndex(installation);
  const query = resolveQuery(SearchFilters.parse(filters), release);
  const counted = () => countPay(installation.warehouse, query, limits, { index });
  return { query, near: { index, counted } };
}

/** The current release with its month files, which must be complete. */
async function preparedIndex({ store, sortedIndex }: Prepared) {
  const current = await currentRelease(store);
  await sortedIndex.open();
  await sortedIndex.prepare(current, undefined);
  const release = readableRelease(current);
  if (!sortedIndex.isReady(release)) throw new Error('A month has no file.');
  return { release, index: sortedIndex };
}
