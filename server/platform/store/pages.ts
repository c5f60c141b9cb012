import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query finds, whatever columns it selects. */
export async function countOf<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of a query's rows; pages count from 1. */
export const pageOf = <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) => query.limit(pageSize).offset((page - 1) * pageSize);
