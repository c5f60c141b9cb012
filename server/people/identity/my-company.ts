import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { MyCompany } from '../../../shared/contracts/companies.ts';
import { maybeCnae } from '../../reference/cnaes.ts';
import type { Database } from '../../platform/store/schema.ts';

const Codes = z.array(z.string());

/** The user's company and its sector: only what a search needs. */
export async function myCompany(
  db: Kysely<Database>,
  companyId: string | null,
): Promise<MyCompany> {
  if (companyId === null) return { company: null };
  const row = await db
    .selectFrom('companies')
    .select(['name', 'cnaes', 'cnae_principal'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (row === undefined) return { company: null };
  const codes = Codes.parse(JSON.parse(row.cnaes)).toSorted(
    (a, b) => Number(b === row.cnae_principal) - Number(a === row.cnae_principal),
  );
  return {
    company: { name: row.name, cnaes: codes.map(maybeCnae).filter((item) => item !== undefined) },
  };
}
