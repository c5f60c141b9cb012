import type { Sql } from '../../../platform/warehouse/warehouse.ts';
import { maxTown } from '../../query/filters/packed-codes.ts';
import type { Release } from '../../query/release.ts';
import { payExpression } from '../format/layout.ts';
import { codedDetails, codedTraits, emptySubclass } from '../format/line-columns.ts';

/** The lines of a month, including those of weight −1, in any order. */
export function linesSql({ batches }: Release, month: string): Sql {
  return {
    text: `
      select balance, weight, cbo, ${payExpression} as pay, toUInt8(salary is not null) as known,
        ${codedTraits} as traits, ${codedDetails} as details,
        least(municipality, ${maxTown}) as municipality, least(subclass, ${emptySubclass}) as subclass
      from movements
      where batch in {batches:Array(UInt32)} and month = {month:UInt32}`,
    params: { batches, month: Number(month) },
  };
}

/**
 * The data of which a month file is made: the batches with lines of the month, their numbers of lines and a digest of
 * the lines, including those of weight −1.
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
      select month, batch, countIf(weight = 1) as lines,
        toString(sum(cityHash64(cbo, salary, age, municipality, weight))) as digest
      from movements
      where batch in {batches:Array(UInt32)}
      group by month, batch
      order by month, batch`,
    params: { batches },
  };
}
