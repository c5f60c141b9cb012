import { pickedPayGroup } from '../../server/answers/query/engine/pay-group.ts';
import type { SalaryQuery } from '../../server/answers/query/salary-query.ts';
import { countedRows } from '../../server/answers/query/selection-sql.ts';
import type { TownCell } from '../../server/answers/present/towns/town-model.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

interface CellRow {
  readonly occupation: number;
  readonly municipality: number;
  readonly records: number;
  readonly picked: readonly (readonly [rank: number, centavos: number])[];
}

/** Each occupation of a query in each municipality with at least `minRecords` records. */
export async function townCells(
  warehouse: Warehouse,
  query: SalaryQuery,
  minRecords: number,
): Promise<TownCell[]> {
  const { clauses, params } = countedRows(query);
  const text = `
    select occupation, municipality, records,
      arrayMap(rank -> (rank, salaries[arrayFirstIndex(last -> last >= rank, lasts)].1),
        arrayDistinct(arrayMap(rank -> least(rank, records), arrayFlatten(arrayMap(
          quarter -> [intDiv((records - 1) * quarter, 4) + 1, intDiv((records - 1) * quarter, 4) + 2],
          [1, 2, 3]))))) as picked
    from (
      select occupation, municipality, toInt64(sum(here)) as records,
        arraySort(groupArray((centavos, here))) as salaries,
        arrayCumSum(pay -> pay.2, salaries) as lasts
      from (
        select cbo as occupation, municipality,
          assumeNotNull(salary) as centavos, sum(weight) as here
        from movements
        where ${clauses.join('\n          and ')}
        group by occupation, municipality, centavos
        having here > 0
      )
      group by occupation, municipality
      having records >= {minRecords:UInt32}
    )
    order by occupation, municipality`;
  const rows = await warehouse.rows<CellRow>({ text, params: { ...params, minRecords } });
  return rows.map(({ occupation, municipality, records, picked }) => ({
    occupation,
    municipality,
    pay: pickedPayGroup({
      records,
      total: 0n,
      picked: picked.map(([rank, centavos]) => [centavos, rank, rank]),
    }),
  }));
}
