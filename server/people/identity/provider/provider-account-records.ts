import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema.ts';

/** A user's accounts at OpenID providers, for "Meus dados". */
export async function providerAccountRecords(db: Kysely<Database>, userId: string) {
  const rows = await db
    .selectFrom('provider_accounts')
    .select(['issuer', 'subject', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute();
  return rows.map(({ issuer, subject, linked_at }) => ({
    provedor: issuer,
    identificacao: subject,
    ligadaEm: linked_at,
  }));
}
