import type { Kysely } from 'kysely';
import type { MinimumWageTable, PutMinimumWages } from '../../../shared/contracts/settings.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { loadImportedReferences, noteImport } from '../../reference/imported-references.ts';
import { allMinimumWagePeriods, minimumWagePeriods } from '../../reference/minimum-wage.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { ImportDeps } from './import-cbo.ts';

/** Every current and past value, newest first. */
export function minimumWageTable(): MinimumWageTable {
  return allMinimumWagePeriods()
    .map(({ from, to, centavos, source }) => ({
      from,
      to,
      value: centavos / 100,
      source,
      isBuiltIn: from <= lastBuiltIn,
    }))
    .toReversed();
}

const lastBuiltIn = minimumWagePeriods.at(-1)?.from ?? '';

/** Imports newer values, which take effect at once. Throws `AppError` 400 for the period of a built-in value. */
export async function importMinimumWages(
  { db, clock }: ImportDeps,
  actor: Actor,
  { periods }: PutMinimumWages,
): Promise<MinimumWageTable> {
  if (periods.some(({ from }) => from <= lastBuiltIn)) throw tooOld();
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    for (const period of periods) await writeFigure(transaction, period);
    await noteImport(transaction, 'minimum_wage', now);
    await recordAct(transaction, {
      action: 'reference.minimum_wage_imported',
      actor,
      subject: { type: 'reference', id: 'minimum-wage' },
      details: { periods: periods.map(({ from, value, source }) => ({ from, value, source })) },
      at: now,
    });
  });
  await loadImportedReferences(db);
  return minimumWageTable();
}

async function writeFigure(
  transaction: Kysely<Database>,
  { from, value, source }: PutMinimumWages['periods'][number],
): Promise<void> {
  await transaction.deleteFrom('imported_minimum_wages').where('from_month', '=', from).execute();
  if (value === null) return;
  await transaction
    .insertInto('imported_minimum_wages')
    .values({ from_month: from, centavos: Math.round(value * 100), source })
    .execute();
}

const tooOld = () =>
  new AppError(
    'built_in_figure',
    400,
    `Os valores até ${formatMonth(lastBuiltIn)} vêm com o sistema e não mudam: importe só os mais novos.`,
    { field: 'from' },
  );
