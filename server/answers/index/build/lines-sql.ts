import type { Sql } from '../../../platform/warehouse/warehouse.ts';
import type { Release } from '../../query/release.ts';
import { payExpression } from '../format/layout.ts';
import {
  bitOfFlag,
  codedDetails,
  codedTraits,
  emptySubclass,
  unusualSql,
} from '../format/line-columns.ts';

/** Two lines of a month that agree in these columns are equal for every query. */
const equal = 'balance, cbo, pay, known, coded, details, municipality, subclass';

/**
 * The lines of a month in the order by occupation, with the place of each in the order by salary, for `monthSections`. Of
 * equal lines, as many are marked as cancelled as there are lines of weight −1. Usual lines come first, and among these
 * and the others, those without a salary. Lines of the same salary are ordered by what compresses best.
 */
export function linesSql({ batches }: Release, month: string): Sql {
  return {
    text: `
      with
        coded_lines as (
          select balance, weight, cbo, ${payExpression} as pay, toUInt8(salary is not null) as known,
            ${codedTraits} as coded, ${codedDetails} as details, least(municipality, 9999999) as municipality, least(subclass, ${emptySubclass}) as subclass
          from movements
          where batch in {batches:Array(UInt32)} and month = {month:UInt32}
        ),
        numbered_lines as (
          select *, countIf(weight = -1) over (partition by ${equal}) as cancelling,
            row_number() over (partition by ${equal} order by weight desc) as copy
          from coded_lines
        ),
        marked_lines as (
          select balance, cbo, pay, known, details, municipality, subclass,
            toUInt32(coded + if(copy <= cancelling, ${2 ** bitOfFlag('cancelled')}, 0)) as traits,
            toUInt8(2 * (balance = -1) + (${unusualSql})) as kind
          from numbered_lines
          where weight = 1
        )
      select cbo, pay, known, details, municipality, subclass, traits, kind,
        toUInt32(row_number() over (order by kind, known, pay, subclass, municipality) - 1) as salary_place
      from marked_lines
      order by balance desc, cbo, kind, known, pay, subclass, municipality`,
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
