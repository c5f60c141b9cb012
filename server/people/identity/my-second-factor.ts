import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { MySecondFactor, NewSecondFactor } from '../../../shared/contracts/second-factor.ts';
import { recordAct } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { requireOwnPassword, type OwnPasswordDeps, type Person } from './own-password.ts';
import {
  hasSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactors,
} from './second-factor.ts';
import { countOf } from '../../platform/store/pages.ts';

export interface MySecondFactorDeps {
  readonly confirmation: OwnPasswordDeps;
  readonly factors: SecondFactors;
  /** Whether administrators must have one. */
  readonly isRequired: boolean;
}

/** How a person's second factor stands. */
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

/** Begins a second factor of a person who has none. */
export async function beginSecondFactor(
  { confirmation, factors }: MySecondFactorDeps,
  person: Person,
  user: CurrentUser,
  password: string,
): Promise<NewSecondFactor> {
  if (user.signsInElsewhere === true) throw signsInElsewhere();
  await requireOwnPassword(confirmation, person, password);
  if (await hasSecondFactor(confirmation.db, user.id)) throw alreadyOn();
  return factors.begin(confirmation.db, user);
}

/** Turns it on by its first code; answers the recovery codes, told only here. */
export async function confirmSecondFactor(
  { confirmation: { db, clock, throttle }, factors }: MySecondFactorDeps,
  person: Person,
  code: string,
): Promise<string[]> {
  const { userId } = person;
  await throttle.admit(userId, person.address ?? '');
  const now = clock();
  const codes = await db.transaction().execute(async (transaction) => {
    if (!(await factors.takesCode(transaction, userId, code, now))) return undefined;
    await transaction
      .updateTable('second_factors')
      .set({ confirmed_at: now.toISOString() })
      .where('user_id', '=', userId)
      .execute();
    await recordAct(transaction, {
      action: 'second_factor.added',
      actor: person,
      subject: { type: 'user', id: userId },
      at: now,
    });
    return renewRecoveryCodes(transaction, userId);
  });
  if (codes === undefined) throw wrongCode();
  await throttle.forgive(userId, person.address ?? '');
  return codes;
}

/** Takes a person's own second factor away. */
export async function removeOwnSecondFactor(
  { confirmation, isRequired }: MySecondFactorDeps,
  person: Person,
  { id, role }: CurrentUser,
  password: string,
): Promise<void> {
  if (isRequired && role === 'ADMIN') throw required();
  await requireOwnPassword(confirmation, person, password);
  await confirmation.db.transaction().execute(async (transaction) => {
    await removeSecondFactor(transaction, id);
    await recordAct(transaction, {
      action: 'second_factor.removed',
      actor: person,
      subject: { type: 'user', id },
      at: confirmation.clock(),
    });
  });
}

const wrongCode = () =>
  new AppError(
    'wrong_code',
    400,
    'Código incorreto: confira o relógio do celular e digite o código atual.',
    {
      field: 'code',
    },
  );

const signsInElsewhere = () =>
  new AppError(
    'signs_in_elsewhere',
    409,
    'Você entra pelo provedor de login: ligue a verificação em duas etapas lá.',
  );

const alreadyOn = () =>
  new AppError('second_factor_on', 409, 'A verificação em duas etapas já está ligada.');

const required = () =>
  new AppError(
    'second_factor_required',
    409,
    'Aqui os administradores precisam da verificação em duas etapas.',
  );
