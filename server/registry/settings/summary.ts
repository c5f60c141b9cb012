import type { SettingsSummary } from '../../../shared/contracts/settings.ts';
import { allCnaes } from '../../reference/cnaes.ts';
import { importMoments } from '../../reference/imported-references.ts';
import { allInpcMonths } from '../../reference/inpc.ts';
import { allMinimumWagePeriods } from '../../reference/minimum-wage.ts';
import { allMunicipalities } from '../../reference/places.ts';
import {
  occupationSources,
  occupationSynonyms,
  occupationTable,
} from '../../reference/occupations.ts';
import type { ReferenceTableName } from '../../platform/store/administration-schema.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';

export type SystemInformation = SettingsSummary['system'];

/** The content of the settings screen: the system, and the size of each reference table. */
export async function settingsSummary(
  db: AppDatabase,
  system: SystemInformation,
): Promise<SettingsSummary> {
  const moments = await importMoments(db);
  const table = (count: number, name: ReferenceTableName, source: string) => ({
    count,
    importedAt: moments.get(name) ?? null,
    source,
  });
  const sources = occupationSources();
  return {
    system,
    reference: {
      occupations: table(occupationTable().size, 'occupations', sources.titles),
      synonyms: table(occupationSynonyms().length, 'synonyms', sources.synonyms),
      municipalities: table(allMunicipalities().length, 'municipalities', 'IBGE'),
      cnaes: { count: allCnaes().length, importedAt: null, source: 'CNAE 2.3 (IBGE)' },
      minimumWage: table(allMinimumWagePeriods().length, 'minimum_wage', 'Leis e decretos'),
      inpc: table(allInpcMonths().length, 'inpc', 'IBGE'),
    },
  };
}
