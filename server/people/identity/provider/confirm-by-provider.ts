import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema.ts';
import { recordAct } from '../../audit/audit.ts';
import { noteConfirmed, type Person } from '../fresh-proof.ts';
import { problem } from './problem.ts';

/**
 * Records that the owner of a session just proved the identity at the provider, for `requireFreshProof`.
 *
 * @throws AppError `provider_other_person` if another person proved theirs; the audit records it
 */
export async function confirmByProvider(
  db: Kysely<Database>,
  person: Person,
  proved: { readonly issuer: string; readonly subject: string },
  at: Date,
): Promise<void> {
  const own = await db
    .selectFrom('provider_accounts')
    .select('user_id')
    .where('issuer', '=', proved.issuer)
    .where('subject', '=', proved.subject)
    .where('user_id', '=', person.userId)
    .executeTakeFirst();
  if (own === undefined) {
    await recordAct(db, {
      action: 'confirmation.refused',
      outcome: 'failure',
      actor: person,
      subject: { type: 'user', id: person.userId },
      at,
    });
    throw problem('provider_other_person');
  }
  await noteConfirmed({ db, clock: () => at }, person);
}
