import type {
  InpcTable,
  MinimumWageTable,
  PutInpc,
  PutMinimumWages,
} from '../../../shared/contracts/settings.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import type { Actor } from '../../people/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { noteImport } from '../../reference/imported-references.ts';
import { allInpcMonths, builtInInpc, lastBuiltInInpc } from '../../reference/inpc.ts';
import { allMinimumWagePeriods, lastBuiltInWage } from '../../reference/minimum-wage.ts';
import { monthsFrom } from '../../../shared/codes/months.ts';
import { importTable, type ImportDeps } from './import-tables.ts';

/** Official figures by month: those built into the product never change, administrators import newer ones. */

/** Every current and past minimum wage, newest first. */
export function minimumWageTable(): MinimumWageTable {
  return allMinimumWagePeriods()
    .map(({ from, to, centavos, source }) => ({
      from,
      to,
      value: centavos / 100,
      source,
      isBuiltIn: from <= lastBuiltInWage,
    }))
    .toReversed();
}

/** Every known month of the INPC, newest first. */
export function inpcTable(): InpcTable {
  return allInpcMonths()
    .map(({ month, hundredths, source }) => ({
      month,
      percent: hundredths / 100,
      source,
      isBuiltIn: month <= lastBuiltInInpc,
    }))
    .toReversed();
}

/** Imports newer values, which take effect at once. Throws `AppError` 400 for the period of a built-in value. */
export async function importMinimumWages(
  deps: ImportDeps,
  actor: Actor,
  { periods }: PutMinimumWages,
): Promise<MinimumWageTable> {
  if (periods.some(({ from }) => from <= lastBuiltInWage)) {
    const message = `Os valores até ${formatMonth(lastBuiltInWage)} vêm com o sistema e não mudam: importe só os mais novos.`;
    throw refused('built_in_figure', message, 'from');
  }
  await importTable(deps, actor, {
    action: 'reference.minimum_wage_imported',
    id: 'minimum-wage',
    details: { periods: periods.map(({ from, value, source }) => ({ from, value, source })) },
    write: async (transaction, now) => {
      await noteImport(transaction, 'minimum_wage', now);
      for (const { from, value, source } of periods) {
        await transaction
          .deleteFrom('imported_minimum_wages')
          .where('from_month', '=', from)
          .execute();
        if (value === null) continue;
        await transaction
          .insertInto('imported_minimum_wages')
          .values({ from_month: from, centavos: Math.round(value * 100), source })
          .execute();
      }
      await forgetProfilesSince(transaction, periods.map(({ from }) => from).toSorted()[0]);
    },
  });
  return minimumWageTable();
}

/**
 * Deletes the stored figures of files with movements from a month on, whose wages depend on the minimum wage: they are
 * counted again when they are next needed. Files without lines in the warehouse keep theirs.
 */
async function forgetProfilesSince(
  transaction: AppDatabase,
  month: string | undefined,
): Promise<void> {
  if (month === undefined) return;
  await transaction
    .updateTable('upload_files')
    .set({ profile: null })
    .where('batch', 'in', (months) =>
      months.selectFrom('file_months').select('batch').where('month', '>=', month),
    )
    .where((file) =>
      file.or([
        file('outcome', 'is', null),
        file('batch', 'in', file.selectFrom('release_files').select('batch')),
      ]),
    )
    .execute();
}

/** Imports newer months, which take effect at once. Throws `AppError` 400 for a built-in month and for a gap. */
export async function importInpc(
  deps: ImportDeps,
  actor: Actor,
  { months }: PutInpc,
): Promise<InpcTable> {
  if (months.some(({ month }) => month <= lastBuiltInInpc)) {
    const message = `Os meses até ${formatMonth(lastBuiltInInpc)} vêm com o sistema e não mudam: importe só os mais novos.`;
    throw refused('built_in_figure', message, 'month');
  }
  await importTable(deps, actor, {
    action: 'reference.inpc_imported',
    id: 'inpc',
    details: { months: months.map(({ month, percent, source }) => ({ month, percent, source })) },
    write: async (transaction, now) => {
      await noteImport(transaction, 'inpc', now);
      await requireNoGap(transaction, months);
      for (const { month, percent, source } of months) {
        await transaction.deleteFrom('imported_inpc').where('month', '=', month).execute();
        if (percent === null) continue;
        await transaction
          .insertInto('imported_inpc')
          .values({ month, hundredths: Math.round(percent * 100), source })
          .execute();
      }
    },
  });
  return inpcTable();
}

/** After the import, the months must follow the built-in ones without a gap. */
async function requireNoGap(transaction: AppDatabase, months: PutInpc['months']): Promise<void> {
  const imported = await transaction.selectFrom('imported_inpc').select('month').execute();
  const known = new Set([...builtInInpc, ...imported].map(({ month }) => month));
  for (const { month, percent } of months) {
    if (percent === null) known.delete(month);
    else known.add(month);
  }
  const last = [...known].toSorted().at(-1) ?? '';
  const missing = monthsFrom(lastBuiltInInpc, last).find((month) => !known.has(month));
  if (missing === undefined) return;
  const message = `Falta o mês ${formatMonth(missing)}: importe os meses em ordem.`;
  throw refused('missing_month', message, 'month');
}

const refused = (code: string, message: string, field: string) =>
  new AppError(code, 400, message, { field });
