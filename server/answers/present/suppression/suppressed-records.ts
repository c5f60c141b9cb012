import { reasonForCount, type MinRecords } from '../../../../shared/statistics/suppression.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { recordsEndingIn, recordsOf } from '../records/records.ts';
import { minRecordsOf } from './min-records.ts';
import { refuseNarrowSelection } from './salary-bound.ts';
import { isPublishable, tooFewRecords } from './suppressed-answer.ts';

/**
 * A page of a query's records, or the reason for suppression. The page itself mostly shows that there are enough
 * records. Throws `AppError` 422 for a salary bound on too narrow a selection.
 */
export async function suppressedRecords(
  warehouse: Warehouse,
  query: SalaryQuery,
  requested: Parameters<typeof recordsOf>[2],
  limits: QueryLimits,
) {
  await refuseNarrowSelection(warehouse, query, limits);
  const minRecords = minRecordsOf(query);
  const records = await recordsOf(warehouse, query, requested, limits);
  const known = records.length === 0 ? 0 : requested.offset + records.length;
  if (isPublishable(known, minRecords)) return { records, suppressed: null };
  const first = { offset: 0, limit: minRecords };
  const found = await recordsOf(warehouse, query, first, limits);
  const suppressed = reasonForCount(found.length, minRecords);
  return { records: suppressed === null ? records : [], suppressed };
}

/**
 * Passes written records on once there are enough to publish. Throws `AppError` 422 if they end earlier; no records
 * give an empty file.
 */
export async function* suppressedBytes(
  chunks: AsyncIterable<Uint8Array>,
  minRecords: MinRecords,
): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let records = 0;
  for await (const chunk of chunks) {
    if (isPublishable(records, minRecords)) {
      yield chunk;
      continue;
    }
    records += recordsEndingIn(chunk);
    held.push(chunk);
    if (isPublishable(records, minRecords)) yield* held.splice(0);
  }
  if (records > 0 && !isPublishable(records, minRecords)) throw tooFewRecords(minRecords);
}
