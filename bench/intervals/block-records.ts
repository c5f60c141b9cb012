import type { SearchFilters } from '../../shared/contracts/search.ts';
import { resolveQuery } from '../../server/answers/query/salary-query.ts';
import { readableRelease } from '../../server/answers/query/release.ts';
import { countedRows } from '../../server/answers/query/selection-sql.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import type { Installation } from '../../tests/support/installation.ts';

/** The records with one salary in a block (month, municipality, subclass, size, type of establishment). */
interface BlockRow {
  readonly block: string;
  /** Centavos. */
  readonly salary: number;
  readonly copies: number;
}

/** The records of a query on the current release, ordered by block. */
export async function blockRecords(
  { store, warehouse }: Pick<Installation, 'store' | 'warehouse'>,
  filters: SearchFilters,
): Promise<BlockRow[]> {
  const release = readableRelease(await currentRelease(store));
  const { clauses, params } = countedRows(resolveQuery(filters, release));
  const text = `
    select concat(toString(month), '-', toString(municipality), '-', toString(subclass), '-',
        toString(company_size), '-', toString(establishment_type)) as block,
      assumeNotNull(salary) as salary, sum(weight) as copies
    from movements
    where ${clauses.join('\n      and ')}
    group by block, salary
    having copies > 0
    order by block, salary`;
  return warehouse.rows<BlockRow>({ text, params }, {});
}
