import type { Kysely } from 'kysely';
import type { InpcTable, PutInpc } from '../../../shared/contracts/settings.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { loadImportedReferences, noteImport } from '../../reference/imported-references.ts';
import { allInpcMonths, builtInInpc, monthAfter } from '../../reference/inpc.ts';
import type { Database } from '../../platform/store/schema.ts';
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

/** Imports newer months, which take effect at once. Throws `AppError` 400 for a built-in month and for a gap. */
export async function importInpc(
  { db, clock }: ImportDeps,
  actor: Actor,
  { months }: PutInpc,
): Promise<InpcTable> {
  requireNewer(months);
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    // This comes first: the row that it locks makes a concurrent import wait, so that the rows read next do not change.
    await noteImport(transaction, 'inpc', now);
    await requireNoGap(transaction, months);
    for (const month of months) await writeMonth(transaction, month);
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

type AskedMonths = PutInpc['months'];

function requireNewer(asked: AskedMonths): void {
  if (asked.every(({ month }) => month > lastBuiltIn)) return;
  throw refused(
    'built_in_figure',
    `Os meses até ${formatMonth(lastBuiltIn)} vêm com o sistema e não mudam: importe só os mais novos.`,
  );
}

/** After the import, the months must follow the product's own ones without a gap. */
async function requireNoGap(transaction: Kysely<Database>, asked: AskedMonths): Promise<void> {
  const imported = await transaction.selectFrom('imported_inpc').select('month').execute();
  const known = new Set([...builtInInpc, ...imported].map(({ month }) => month));
  for (const { month, percent } of asked) {
    if (percent === null) known.delete(month);
    else known.add(month);
  }
  const last = [...known].reduce((latest, month) => (month > latest ? month : latest), lastBuiltIn);
  for (let month = lastBuiltIn; month < last; month = monthAfter(month)) {
    const next = monthAfter(month);
    if (known.has(next)) continue;
    throw refused('missing_month', `Falta o mês ${formatMonth(next)}: importe os meses em ordem.`);
  }
}

async function writeMonth(
  transaction: Kysely<Database>,
  { month, percent, source }: AskedMonths[number],
): Promise<void> {
  await transaction.deleteFrom('imported_inpc').where('month', '=', month).execute();
  if (percent === null) return;
  await transaction
    .insertInto('imported_inpc')
    .values({ month, hundredths: Math.round(percent * 100), source })
    .execute();
}

const refused = (code: string, message: string) =>
  new AppError(code, 400, message, { field: 'month' });
