import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AuditAction, AuditEntry } from '../../../shared/contracts/audit.ts';
import type { Database } from '../../platform/store/schema.ts';
import { appendEntry } from './audit-chain.ts';

/** Who acts and from where. The user ID is null for a stranger or the system. */
export interface Actor {
  readonly userId: string | null;
  /** IP address. */
  readonly address: string | null;
}

/** An act as the audit records it: IDs and what changed, never a name, an e-mail address, a password or a token. */
export interface Act {
  readonly action: AuditAction;
  readonly outcome?: AuditEntry['outcome'];
  readonly actor: Actor;
  readonly subject?: { readonly type: NonNullable<AuditEntry['subjectType']>; readonly id: string };
  readonly details?: AuditEntry['details'];
  readonly at: Date;
}

/** Records an act. Call it within the transaction of the act, so that both commit or neither does. */
export async function recordAct(db: Kysely<Database>, act: Act): Promise<void> {
  const { action, outcome = 'success', actor, subject, details = {}, at } = act;
  const entry = {
    id: randomUUID(),
    at: at.toISOString(),
    action,
    outcome,
    actor_id: actor.userId,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    address: actor.address,
    details: JSON.stringify(details),
  };
  if (db.isTransaction) await appendEntry(db, entry);
  else await db.transaction().execute((transaction) => appendEntry(transaction, entry));
}
