import type { InpcTable, PutInpc } from '../../shared/settings.ts';
import { formatMonth } from '../../shared/format.ts';
import { recordAct, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { loadImportedReferences, noteImport } from '../reference/imported-references.ts';
import { allInpcMonths, builtInInpc, monthAfter } from '../reference/inpc.ts';
import type { ImportDeps } from './import-cbo.ts';

const lastBuiltIn = builtInInpc.at(-1)?.month ?? '';

/** Every known month, newest first. */
export function inpcTable(): InpcTable {
  return allInpcMonths()
    .map(({ month, hundredths, source }) => ({
      month,
      percent: hundredths / 100,
      source,
      isBuiltIn: month <= lastBuiltIn,
    }))
    .toReversed();
}

/** Imports newer months, in force at once. */
export async function importInpc(
  { db, clock }: ImportDeps,
  actor: Actor,
  { months }: PutInpc,
): Promise<InpcTable> {
  requireNoGap(months.map(({ month }) => month));
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    for (const { month, percent, source } of months) {
      const figure = { hundredths: Math.round(percent * 100), source };
      await transaction
        .insertInto('imported_inpc')
        .values({ month, ...figure })
        .onConflict((conflict) => conflict.column('month').doUpdateSet(figure))
        .execute();
    }
    await noteImport(transaction, 'inpc', now);
    await recordAct(transaction, {
      action: 'reference.inpc_imported',
      actor,
      subject: { type: 'reference', id: 'inpc' },
      details: { months: months.map(({ month, percent, source }) => ({ month, percent, source })) },
      at: now,
    });
  });
  await loadImportedReferences(db);
  return inpcTable();
}

function requireNoGap(asked: readonly string[]): void {
  if (asked.some((month) => month <= lastBuiltIn)) {
    throw refused(
      'built_in_figure',
      `Os meses até ${formatMonth(lastBuiltIn)} vêm com o sistema e não mudam: importe só os mais novos.`,
    );
  }
  const known = new Set([...allInpcMonths().map(({ month }) => month), ...asked]);
  const last = asked.toSorted().at(-1) ?? lastBuiltIn;
  for (let month = lastBuiltIn; month < last; month = monthAfter(month)) {
    const next = monthAfter(month);
    if (known.has(next)) continue;
    throw refused('missing_month', `Falta o mês ${formatMonth(next)}: importe os meses em ordem.`);
  }
}

const refused = (code: string, message: string) =>
  new AppError(code, 400, message, { field: 'month' });
