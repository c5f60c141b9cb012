import type { Company } from '../../../shared/contracts/companies.ts';
import { recordCompanyAct, type Actor } from '../../people/audit/audit.ts';
import { notFound } from '../../platform/errors.ts';
import { existingCompany } from '../../people/identity/companies.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { sha256 } from '../../platform/digest.ts';
import { harmlessImage, type LogoImage } from './logo-image.ts';

/** Sets or replaces a company's logo, given in base64. */
export async function setCompanyLogo(
  { store, clock }: StoreAndClock,
  administrator: Actor,
  id: string,
  content: string,
): Promise<Company> {
  await existingCompany(store.db, id);
  const image = await harmlessImage(Buffer.from(content, 'base64'));
  return store.db.transaction().execute(async (transaction) => {
    const now = clock();
    await existingCompany(transaction, id);
    const logo = {
      media_type: image.mediaType,
      width: image.width,
      height: image.height,
      content: image.bytes.toString('base64'),
      sha256: sha256(image.bytes),
      updated_at: now.toISOString(),
    };
    await transaction
      .insertInto('company_logos')
      .values({ ...logo, company_id: id })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(logo))
      .execute();
    await recordCompanyAct(transaction, 'company.logo_changed', administrator, id, now);
    return existingCompany(transaction, id);
  });
}

/** Removes a company's logo. Does nothing if there is none. */
export async function removeCompanyLogo(
  { store, clock }: StoreAndClock,
  administrator: Actor,
  id: string,
): Promise<Company> {
  return store.db.transaction().execute(async (transaction) => {
    const now = clock();
    await existingCompany(transaction, id);
    const removed = await transaction
      .deleteFrom('company_logos')
      .where('company_id', '=', id)
      .returning('company_id')
      .executeTakeFirst();
    if (removed !== undefined) {
      await recordCompanyAct(transaction, 'company.logo_removed', administrator, id, now);
    }
    return existingCompany(transaction, id);
  });
}

/** Throws `AppError` 404 if the company has no logo. */
export async function companyLogo(db: AppDatabase, id: string): Promise<LogoImage> {
  const row = await db
    .selectFrom('company_logos')
    .selectAll()
    .where('company_id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('unknown_logo', 'Esta empresa não tem logotipo.'));
  const { media_type, width, height, content } = row;
  return { mediaType: media_type, width, height, bytes: Buffer.from(content, 'base64') };
}
