import type { AuditAction } from '../../../../shared/contracts/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AppDatabase, UserRow } from '../../../platform/store/schema.ts';
import type { StoreAndClock } from '../../../platform/store/store.ts';
import { recordUserAct } from '../../audit/audit.ts';
import { storePassword } from '../change-password.ts';
import { type Person, noteConfirmed } from '../fresh-proof.ts';
import { noPassword } from '../passwords.ts';
import { type Session, type SessionOrigin, endSessionsOf, startSession } from '../sessions.ts';
import { insertUser, lockedAdministrators, lockedUser, maybeAccount } from '../users.ts';
import { problem } from './open-id-provider.ts';
import type { ProvidedPerson } from './provided-person.ts';

const by = { by: 'provider' } as const;

/**
 * Signs in a user whom a provider authenticated. The account is the one bound to this subject; at the first sign-in it
 * is the one with the verified e-mail address, or a new one. The provider's role applies and, if a company claim is
 * configured, its company: without a value in the claim, the user has no company.
 *
 * @throws AppError of a `ProviderProblem`; the audit records refusals of an existing account
 */
export async function signInByProvider(
  deps: StoreAndClock,
  person: ProvidedPerson,
  origin: SessionOrigin,
): Promise<Session> {
  const { store, clock } = deps;
  let known: UserRow | undefined;
  try {
    const before = await maybeKnown(store.db, person);
    return await store.db.transaction().execute(async (transaction) => {
      const now = clock();
      const administrators = await lockedAdministrators(transaction, before?.id);
      // After the lock: of two first sign-ins at the same time, the second finds the account of the first.
      known = await maybeKnown(transaction, person);
      const companyId = await companyOf(transaction, person);
      const signIn = { transaction, person, companyId, address: origin.address, now };
      const row =
        known === undefined
          ? await createdAccount(signIn)
          : await lockedUser(transaction, known.id);
      if (row.is_active === 0) throw problem('provider_inactive');
      await bind(signIn, row);
      const isOnlyAdministrator = administrators.includes(row.id) && administrators.length === 1;
      if (isOnlyAdministrator && person.role !== 'ADMIN')
        throw problem('provider_last_administrator');
      await adopt(signIn, row);
      await transaction
        .updateTable('users')
        .set({ last_sign_in_at: now.toISOString() })
        .where('id', '=', row.id)
        .execute();
      await recordOwnAct(signIn, 'session.started', row.id, by);
      return startSession(transaction, row.id, now, { ...origin, issuer: person.issuer });
    });
  } catch (error) {
    // Beyond the limit of sign-ins, a refusal would add the entry that the limit prevents.
    if (error instanceof AppError && error.status !== 429 && known !== undefined) {
      const stranger = { userId: null, address: origin.address };
      await recordUserAct(store.db, 'session.refused', stranger, known.id, clock(), {
        outcome: 'failure',
        details: { reason: error.code, ...by },
      });
    }
    throw error;
  }
}

/** The account of this subject, or of its verified e-mail address. */
async function maybeKnown(
  db: AppDatabase,
  { issuer, subject, email }: ProvidedPerson,
): Promise<UserRow | undefined> {
  const bound = await db
    .selectFrom('provider_accounts')
    .innerJoin('users', 'users.id', 'provider_accounts.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (bound !== undefined) return bound;
  if (email === undefined) throw problem('provider_unverified_email');
  return maybeAccount(db, email);
}

interface SignIn {
  readonly transaction: AppDatabase;
  readonly person: ProvidedPerson;
  /** Null for no company, undefined if companies are assigned here. */
  readonly companyId: string | null | undefined;
  /** IP address. */
  readonly address: string;
  readonly now: Date;
}

const recordOwnAct = (
  { transaction, address, now }: SignIn,
  action: AuditAction,
  userId: string,
  details = {},
) => recordUserAct(transaction, action, { userId, address }, userId, now, { details });

async function createdAccount(signIn: SignIn): Promise<UserRow> {
  const { email, firstName, lastName, role } = signIn.person;
  if (email === undefined) throw problem('provider_unverified_email');
  const { companyId = null, transaction, now } = signIn;
  const newcomer = { email, firstName, lastName, role, companyId };
  const row = await insertUser(transaction, newcomer, noPassword, now);
  await recordOwnAct(signIn, 'user.created', row.id, { role, companyId, ...by });
  return row;
}

/**
 * Binds an account to the subject at the first sign-in. Removes a temporary password, since another person knows it, and
 * a mailed link, which would set a password again.
 */
async function bind(signIn: SignIn, { id, must_change_password }: UserRow): Promise<void> {
  const { transaction, now } = signIn;
  const { issuer, subject } = signIn.person;
  const bound = await transaction
    .selectFrom('provider_accounts')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (bound?.subject === subject) return;
  if (bound !== undefined) throw problem('provider_other_account');
  await transaction
    .insertInto('provider_accounts')
    .values({ issuer, subject, user_id: id, linked_at: now.toISOString() })
    .execute();
  if (must_change_password === 1) {
    const none = { userId: id, passwordHash: noPassword, now, isTemporary: false };
    await storePassword(transaction, none);
  }
  await recordOwnAct(signIn, 'user.linked', id);
}

/** Applies the provider's role and company. If one changes, the earlier sessions end. */
async function adopt(signIn: SignIn, row: UserRow): Promise<void> {
  const { transaction, now, companyId = row.company_id } = signIn;
  const { role } = signIn.person;
  if (role === row.role && companyId === row.company_id) return;
  await transaction
    .updateTable('users')
    .set({ role, company_id: companyId, updated_at: now.toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  await endSessionsOf(transaction, row.id);
  await recordOwnAct(signIn, 'user.updated', row.id, {
    ...(role !== row.role && { role, formerRole: row.role }),
    ...(companyId !== row.company_id && { companyId }),
    ...by,
  });
}

async function companyOf(
  transaction: AppDatabase,
  { cnpj }: ProvidedPerson,
): Promise<string | null | undefined> {
  if (cnpj === undefined || cnpj === null) return cnpj;
  const company = await transaction
    .selectFrom('companies')
    .select('id')
    .where('cnpj', '=', cnpj)
    .executeTakeFirstOrThrow(() => problem('provider_unknown_company'));
  return company.id;
}

/**
 * Records that the owner of a session just proved the identity at the provider, for `requireFreshProof`.
 *
 * @throws AppError `provider_other_person` if another person proved theirs; the audit records it
 */
export async function confirmByProvider(
  db: AppDatabase,
  person: Person,
  proved: { readonly issuer: string; readonly subject: string },
  at: Date,
): Promise<void> {
  const account = await db
    .selectFrom('provider_accounts')
    .select('user_id')
    .where('issuer', '=', proved.issuer)
    .where('subject', '=', proved.subject)
    .where('user_id', '=', person.userId)
    .executeTakeFirst();
  if (account === undefined) {
    await recordUserAct(db, 'confirmation.refused', person, person.userId, at, {
      outcome: 'failure',
    });
    throw problem('provider_other_person');
  }
  await noteConfirmed({ db, clock: () => at }, person);
}

/** A user's accounts at OpenID providers, for "Meus dados". */
export const providerAccountRecords = (db: AppDatabase, userId: string) =>
  db
    .selectFrom('provider_accounts')
    .select(['issuer as provedor', 'subject as identificacao', 'linked_at as ligadaEm'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute();
