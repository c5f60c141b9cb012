import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import type { MySecondFactor, NewSecondFactor } from '../../../shared/contracts/second-factor.ts';
import { recordUserAct } from '../audit/audit.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { requireFreshProof, type FreshProofDeps, type Person } from './fresh-proof.ts';
import { hasSecondFactor, removeSecondFactor, renewRecoveryCodes } from './second-factor.ts';
import { countOf } from '../../platform/store/pages.ts';

export interface MySecondFactorDeps {
  readonly confirmation: FreshProofDeps;
  readonly isRequired: boolean;
}

export async function mySecondFactor(
  { confirmation: { db }, isRequired }: MySecondFactorDeps,
  { id, role }: CurrentUser,
): Promise<MySecondFactor> {
  return {
    isOn: await hasSecondFactor(db, id),
    isRequired: isRequired && role === 'ADMIN',
    recoveryCodesLeft: await countOf(db.selectFrom('recovery_codes').where('user_id', '=', id)),
  };
}

/** Begins a second factor for a user who has none. */
export async function beginSecondFactor(
  { confirmation }: MySecondFactorDeps,
  person: Person,
  user: CurrentUser,
  proof: Proof,
): Promise<NewSecondFactor> {
  if (user.signsInElsewhere === true) throw signsInElsewhere();
  await requireFreshProof(confirmation, person, proof);
  const begun = await confirmation.factors.begin(confirmation.db, user);
  if (begun === undefined) throw alreadyOn();
  return begun;
}

/** Turns the second factor on with its first code. Returns the recovery codes, which are shown only once. */
export async function confirmSecondFactor(
  { confirmation: { db, clock, lockout, factors } }: MySecondFactorDeps,
  person: Person,
  code: string,
): Promise<string[]> {
  const { userId } = person;
  await lockout.admit(userId, person.address ?? '');
  if (await hasSecondFactor(db, userId)) throw alreadyOn();
  const now = clock();
  const codes = await db.transaction().execute(async (transaction) => {
    if (!(await factors.takesCode(transaction, userId, code, now))) return undefined;
    await transaction
      .updateTable('second_factors')
      .set({ confirmed_at: now.toISOString() })
      .where('user_id', '=', userId)
      .execute();
    await recordUserAct(transaction, 'second_factor.added', person, userId, now);
    return renewRecoveryCodes(transaction, userId);
  });
  if (codes === undefined) throw wrongCode();
  await lockout.forgive(userId, person.address ?? '');
  return codes;
}

/** Replaces the recovery codes after a fresh proof; the earlier ones stop working. */
export async function renewOwnRecoveryCodes(
  { confirmation }: MySecondFactorDeps,
  person: Person,
  proof: Proof,
): Promise<string[]> {
  const { db, clock } = confirmation;
  await requireFreshProof(confirmation, person, proof);
  if (!(await hasSecondFactor(db, person.userId)))
    throw conflict('second_factor_off', 'A verificação em duas etapas está desligada.');
  return db.transaction().execute(async (transaction) => {
    await recordUserAct(transaction, 'second_factor.codes_renewed', person, person.userId, clock());
    return renewRecoveryCodes(transaction, person.userId);
  });
}

export async function removeOwnSecondFactor(
  { confirmation, isRequired }: MySecondFactorDeps,
  person: Person,
  { id, role }: CurrentUser,
  proof: Proof,
): Promise<void> {
  if (isRequired && role === 'ADMIN') throw required();
  await requireFreshProof(confirmation, person, proof);
  await confirmation.db.transaction().execute(async (transaction) => {
    await removeSecondFactor(transaction, id);
    await recordUserAct(transaction, 'second_factor.removed', person, id, confirmation.clock());
  });
}

const wrongCode = () =>
  new AppError(
    'wrong_code',
    400,
    'Código incorreto: confira o relógio do celular e digite o código atual da chave mais recente.',
    { field: 'code' },
  );

const signsInElsewhere = () =>
  conflict(
    'signs_in_elsewhere',
    'Você entra pelo provedor de login: ligue a verificação em duas etapas lá.',
  );

const alreadyOn = () =>
  conflict('second_factor_on', 'A verificação em duas etapas já está ligada.');

const required = () =>
  conflict(
    'second_factor_required',
    'Nesta instalação, a verificação em duas etapas é obrigatória para administradores e não pode ser desligada.',
  );
