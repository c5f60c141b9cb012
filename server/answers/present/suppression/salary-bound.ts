import type { MinRecords } from '../../../../shared/statistics/suppression.ts';
import { AppError } from '../../../platform/errors.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { countLineRecords } from '../../query/engine/count-records.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { minRecordsOf } from './min-records.ts';

/**
 * Refuses a salary bound on a selection with so few records that their counts under moving bounds would reveal each
 * salary. `before` is the number of records without the bound; zero records reveal nothing. Throws `AppError` 422.
 */
export function requireWideSelection(before: number, minRecords: MinRecords): void {
  if (before === 0 || before >= minRecords) return;
  throw new AppError(
    'salary_bound_refused',
    422,
    `Sem a faixa salarial, esta pesquisa tem menos de ${minRecords} registros, e a contagem dentro da faixa revelaria salários. Remova a faixa salarial ou faça uma pesquisa mais ampla.`,
    { field: 'salarioMin' },
  );
}

/** Refuses a narrow selection of a query that is not counted step by step: counts its records without the bound. */
export async function refuseNarrowSelection(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<void> {
  if (query.salaryFrom === null && query.salaryTo === null) return;
  const unbounded = { ...query, salaryFrom: null, salaryTo: null };
  const before = await countLineRecords(warehouse, unbounded, limits);
  requireWideSelection(before, minRecordsOf(query));
}
