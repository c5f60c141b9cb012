import { payExpression } from './pay-column.ts';
import type { Sql } from '../../platform/warehouse/warehouse.ts';
import type { Release } from '../query/release.ts';
import { codedDetails, codedTraits } from './line-codes.ts';

/** The lines of a month and movement, in the columns that `orderLines` reads. */
export function linesSql({ batches }: Release, month: string, balance: 1 | -1): Sql {
  return {
    text: `
      select cbo, weight, ${payExpression} as pay, toUInt8(salary is not null) as known, ${codedTraits} as coded,
        ${codedDetails.join(', ')},
        least(municipality, 9999999) as municipality, subclass
      from movements
      where batch in {batches:Array(UInt32)} and month = {month:UInt32} and balance = {balance:Int8}`,
    params: { batches, month: Number(month), balance },
  };
}

/**
 * The data of which a month file is made: the batches with lines of the month, their numbers of lines and a digest of
 * the lines.
 */
export interface MonthBatch {
  readonly month: number;
  readonly batch: number;
  readonly lines: number;
  readonly digest: string;
}

export function monthBatchesSql(batches: readonly number[]): Sql {
  return {
    text: `
      select month, batch, count() as lines, toString(sum(cityHash64(cbo, salary, age, municipality, weight))) as digest
      from movements
      where batch in {batches:Array(UInt32)}
      group by month, batch
      order by month, batch`,
    params: { batches },
  };
}
