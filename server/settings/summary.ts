import type { Kysely } from 'kysely';
import type { SettingsSummary } from '../../shared/settings.ts';
import { allCnaes } from '../reference/cnaes.ts';
import { importMoments } from '../reference/imported-references.ts';
import { allInpcMonths } from '../reference/inpc.ts';
import { allMinimumWagePeriods } from '../reference/minimum-wage.ts';
import { allMunicipalities } from '../reference/municipalities.ts';
import { occupationSynonyms, occupationTable } from '../reference/occupations.ts';
import type { ReferenceTableName } from '../store/administration-schema.ts';
import type { Database } from '../store/schema.ts';

export type SystemInformation = SettingsSummary['system'];

/** What the settings screen shows: the system, and how much of each reference table is loaded. */
export async function settingsSummary(
  db: Kysely<Database>,
  system: SystemInformation,
): Promise<SettingsSummary> {
  const moments = await importMoments(db);
  const table = (count: number, name: ReferenceTableName) => ({
    count,
    importedAt: moments.get(name) ?? null,
  });
  return {
    system,
    reference: {
      occupations: table(occupationTable().size, 'occupations'),
      synonyms: table(occupationSynonyms().length, 'synonyms'),
      municipalities: table(allMunicipalities().length, 'municipalities'),
      cnaes: { count: allCnaes().length, importedAt: null },
      minimumWage: table(allMinimumWagePeriods().length, 'minimum_wage'),
      inpc: table(allInpcMonths().length, 'inpc'),
    },
  };
}
