import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { countedSteps, stepParams } from '../../answers/query/selection-sql.ts';
import { nothingPublished, type PublishedFile } from '../../platform/store/current-release.ts';
import { columnsOf } from '../../platform/warehouse/layout.ts';
import type { Sql, SqlValue } from '../../platform/warehouse/warehouse.ts';

/** A batch of one of the three kinds; the kind decides which table has its lines. */
export type ProfiledBatch = Pick<PublishedFile, 'batch' | 'kind'>;

export const tableOf = (kind: FileKind) => (kind === 'EXC' ? 'exclusions' : 'movements');

/** The lines that count in an admission wage, by the product's own method `mte`, so that both always agree. */
function admissionWage(months: readonly string[]): {
  readonly clause: string;
  readonly params: Readonly<Record<string, SqlValue>>;
} {
  const filters = SearchFilters.parse({
    movimentacao: 'admissao',
    metodo: 'mte',
    periodoInicio: months[0],
    periodoFim: months.at(-1),
  });
  const query = resolveQuery(filters, { ...readableRelease(nothingPublished), months });
  return {
    clause: countedSteps(query)
      .map(({ clause }) => clause)
      .join(' and '),
    params: stepParams(query),
  };
}

export const monthsSql = (file: ProfiledBatch): Sql => ({
  text: `select distinct month from ${tableOf(file.kind)} where batch = {batch:UInt32} order by month`,
  params: { batch: file.batch },
});

/**
 * Lines, movements and wages of a batch, by month of movement and in total (month 0). The median is exact: in whole
 * centavos, the mean of the middle two values, rounded half up.
 */
export function figuresSql(file: ProfiledBatch, months: readonly string[]): Sql {
  const { clause, params } = admissionWage(months);
  const text = `
    select month, count() as lines, countIf(balance = 1) as admissions, countIf(balance = -1) as separations,
      countIf(${clause}) as wage_count, sumIf(ifNull(salary, 0), ${clause}) as wage_sum,
      if(wage_count = 0, null, toInt64(floor(
        quantileExactInclusiveIf(0.5)(ifNull(salary, 0), ${clause}) + 0.5))) as median_wage
    from ${tableOf(file.kind)}
    where batch = {batch:UInt32}
    group by grouping sets ((month), ())
    order by month`;
  return { text, params: { ...params, batch: file.batch } };
}

/** The columns that may be empty in a file; months and the balance never are. */
export const emptiableColumns = (kind: FileKind) =>
  columnsOf(kind).filter(({ form }) => form !== 'month' && form !== 'balance');

export const largestSql = (file: ProfiledBatch): Sql => ({
  text: `
    select salary, cbo, municipality, month, balance, hours
    from ${tableOf(file.kind)}
    where batch = {batch:UInt32} and salary is not null
    order by salary desc, month, cbo, municipality, balance, hours
    limit 10`,
  params: { batch: file.batch },
});
