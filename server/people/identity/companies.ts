import { randomUUID } from 'node:crypto';
import { normalisedCnpj } from '../../../shared/codes/cnpj.ts';
import {
  Company,
  type CompanyListQuery,
  type CreateCompany,
  type MyCompany,
  type UpdateCompany,
} from '../../../shared/contracts/companies.ts';
import { plainText } from '../../../shared/words/format.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { orTaken } from '../../platform/store/store-error.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { maybeCnae, requireCnaes } from '../../reference/cnaes.ts';
import { recordCompanyAct, type Actor } from '../audit/audit.ts';

function companies(db: AppDatabase) {
  return db
    .selectFrom('companies')
    .leftJoin('company_logos', 'company_logos.company_id', 'companies.id')
    .selectAll('companies')
    .select(['company_logos.width', 'company_logos.height', 'company_logos.sha256'])
    .select((eb) =>
      eb
        .selectFrom('users')
        .whereRef('users.company_id', '=', 'companies.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('user_count'),
    );
}
type CountedCompany = Awaited<ReturnType<ReturnType<typeof companies>['execute']>>[number];

/** A page of the companies that match a search, ordered by name, and their total number. */
export async function listCompanies(
  db: AppDatabase,
  { search = '', ...shown }: CompanyListQuery,
): Promise<{ companies: Company[]; total: number }> {
  const words = plainText(search).split(' ');
  const cnpj = normalisedCnpj(search).replace(/[^\dA-Z]/g, '');
  const chosen = companies(db).where((where) =>
    where.or([
      where.and(words.map((word) => where('search_text', 'like', `%${word}%`))),
      ...(cnpj === '' ? [] : [where('cnpj', 'like', `${cnpj}%`)]),
    ]),
  );
  const rows = await pageOf(chosen.orderBy('search_text').orderBy('id'), shown).execute();
  return { companies: rows.map(toCompany), total: await countOf(chosen) };
}

/** Adds a company; its CNPJ must be new. */
export async function addCompany(
  { store, clock }: StoreAndClock,
  administrator: Actor,
  company: CreateCompany,
): Promise<Company> {
  requireCnaes(company.cnaes);
  const id = randomUUID();
  return store.db.transaction().execute(async (transaction) => {
    const now = clock();
    await orTaken(
      transaction
        .insertInto('companies')
        .values({
          ...stored(company),
          id,
          created_at: now.toISOString(),
          updated_at: now.toISOString(),
        })
        .execute(),
      cnpjTaken,
    );
    await recordCompanyAct(transaction, 'company.created', administrator, id, now);
    return existingCompany(transaction, id);
  });
}

export async function changeCompany(
  { store, clock }: StoreAndClock,
  administrator: Actor,
  id: string,
  { version, ...company }: UpdateCompany,
): Promise<Company> {
  requireCnaes(company.cnaes);
  return store.db.transaction().execute(async (transaction) => {
    const before = await existingCompany(transaction, id);
    const now = clock();
    await orTaken(
      transaction
        .updateTable('companies')
        .set({
          ...stored(company),
          updated_at: now.toISOString(),
          version: before.version + 1,
        })
        .where('id', '=', id)
        .where('version', '=', version ?? before.version)
        .returning('id')
        .executeTakeFirstOrThrow(staleVersion),
      cnpjTaken,
    );
    await recordCompanyAct(transaction, 'company.updated', administrator, id, now);
    return existingCompany(transaction, id);
  });
}

const stored = (company: CreateCompany) => ({
  name: company.name,
  cnpj: company.cnpj,
  industry: company.industry,
  size: company.size,
  cnaes: JSON.stringify(company.cnaes),
  cnae_principal: company.cnaePrincipal ?? company.cnaes[0] ?? null,
  search_text: plainText(company.name),
});

/** Throws `AppError` 404 `unknown_company` if the company does not exist. */
export async function existingCompany(db: AppDatabase, id: string): Promise<Company> {
  const row = await companies(db).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('unknown_company', 'Esta empresa não existe.');
  return toCompany(row);
}

function toCompany(row: CountedCompany): Company {
  return {
    id: row.id,
    name: row.name,
    cnpj: row.cnpj,
    industry: row.industry,
    size: row.size,
    cnaes: Company.shape.cnaes.parse(JSON.parse(row.cnaes)),
    cnaePrincipal: row.cnae_principal,
    logo: logoOf(row),
    userCount: row.user_count ?? 0,
    version: row.version,
  };
}

function logoOf({ width, height, sha256 }: CountedCompany): Company['logo'] {
  return width === null || height === null || sha256 === null ? null : { width, height, sha256 };
}

const cnpjTaken = () =>
  conflict('cnpj_taken', 'Já existe uma empresa com este CNPJ.', { field: 'cnpj' });

const staleVersion = () =>
  conflict(
    'stale_version',
    'Outra pessoa alterou esta empresa enquanto você a editava. Recarregue a lista e tente de novo.',
  );

/** The user's company and its sector: only what a search needs. */
export async function myCompany(db: AppDatabase, companyId: string | null): Promise<MyCompany> {
  if (companyId === null) return { company: null };
  const row = await db
    .selectFrom('companies')
    .select(['name', 'cnaes', 'cnae_principal'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (row === undefined) return { company: null };
  const codes = Company.shape.cnaes
    .parse(JSON.parse(row.cnaes))
    .toSorted((a, b) => Number(b === row.cnae_principal) - Number(a === row.cnae_principal));
  return {
    company: { name: row.name, cnaes: codes.map(maybeCnae).filter((item) => item !== undefined) },
  };
}
