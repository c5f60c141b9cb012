import type { MunicipalitiesImported } from '../../../shared/contracts/settings.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { noteImport } from '../../reference/imported-references.ts';
import { reloadMunicipalities } from '../../reference/places.ts';
import type { ImportDeps } from './import-cbo.ts';

/** Reloads IBGE's list, which is built into the product. */
export async function importMunicipalities(
  { db, clock }: ImportDeps,
  actor: Actor,
): Promise<MunicipalitiesImported> {
  const count = reloadMunicipalities();
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    await noteImport(transaction, 'municipalities', now);
    await recordAct(transaction, {
      action: 'reference.municipalities_imported',
      actor,
      subject: { type: 'reference', id: 'municipalities' },
      details: { municipalities: count },
      at: now,
    });
  });
  return { message: `${formatCount(count)} municípios importados.`, municipalities: count };
}
