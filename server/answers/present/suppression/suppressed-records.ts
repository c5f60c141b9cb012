import type { SuppressionReason } from '../../../../shared/codes/codes.ts';
import type { PublishedRecord } from '../../../../shared/codes/record-columns.ts';
import { reasonForCount, type FewestRecords } from '../../../../shared/statistics/suppression.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { Question } from '../../query/salary-query.ts';
import { recordsOf } from '../records/records.ts';
import { fewestOf } from './fewest-records.ts';
import { refuseNarrowSelection } from './salary-bound.ts';
import { isTold, tooFewRecords } from './suppressed-answer.ts';

type AskedRecords = Parameters<typeof recordsOf>[2];

interface ToldRecords {
  readonly records: PublishedRecord[];
  readonly withheld: SuppressionReason | null;
}

/**
 * A page of a query's records, or the reason for suppression. The page itself mostly shows that there are enough
 * records. Throws `AppError` 422 for a salary bound on too narrow a selection.
 */
export async function toldRecords(
  warehouse: Warehouse,
  question: Question,
  asked: AskedRecords,
  limits: QueryLimits,
): Promise<ToldRecords> {
  await refuseNarrowSelection(warehouse, question, limits);
  const fewest = fewestOf(question);
  const records = await recordsOf(warehouse, question, asked, limits);
  const known = records.length === 0 ? 0 : asked.offset + records.length;
  if (isTold(known, fewest)) return { records, withheld: null };
  const first = { offset: 0, limit: fewest };
  const found = await recordsOf(warehouse, question, first, limits);
  const withheld = reasonForCount(found.length, fewest);
  return { records: withheld === null ? records : [], withheld };
}

const newline = 0x0a;

/**
 * Passes written records on once there are enough to publish. Throws `AppError` 422 if they end earlier; no records
 * give an empty file.
 */
export async function* toldBytes(
  chunks: AsyncIterable<Uint8Array>,
  fewest: FewestRecords,
): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let records = 0;
  for await (const chunk of chunks) {
    if (isTold(records, fewest)) {
      yield chunk;
      continue;
    }
    records += endsIn(chunk);
    held.push(chunk);
    if (isTold(records, fewest)) yield* held.splice(0);
  }
  if (records > 0 && !isTold(records, fewest)) throw tooFewRecords(fewest);
}

function endsIn(chunk: Uint8Array): number {
  let ends = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) ends += 1;
  return ends;
}
