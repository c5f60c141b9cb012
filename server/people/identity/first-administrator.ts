import type { Kysely } from 'kysely';
import { AppError, StartError } from '../../platform/errors.ts';
import type { Database, UserRow } from '../../platform/store/schema.ts';
import { checkStrength, wordsOfPerson } from './password-check.ts';
import { choosablePassword, maybeTemporaryPassword } from './temporary-password.ts';
import { createUser, temporaryUntil } from './users.ts';

export interface FirstAdministrator {
  readonly email: string;
  /**
   * The random password, returned only here and only once; its owner must change it at the first sign-in. Undefined if
   * the configuration provides one.
   */
  readonly generatedPassword: string | undefined;
}

export interface AdministratorSettings {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
}

const names = { firstName: 'Administrador', lastName: 'do sistema' };

/**
 * Creates the administrator of a new installation. If the only administrator did not change a temporary password before
 * it expired, sets a new one. Otherwise returns undefined. Throws a `StartError` if the configured password is among
 * the first that an attacker would try.
 */
export async function firstAdministrator(
  db: Kysely<Database>,
  { adminEmail = 'admin@caged.local', adminPassword }: AdministratorSettings,
  now: Date,
): Promise<FirstAdministrator | undefined> {
  const administrators = await db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'ADMIN')
    .execute();
  if (administrators.length > 0) return maybeRenewed(db, administrators, now);
  const person = { ...names, email: adminEmail };
  const password = adminPassword ?? (await choosablePassword(wordsOfPerson(person)));
  await requireUnguessable(password, adminEmail);
  const mustChangePassword = adminPassword === undefined;
  const user = { ...person, role: 'ADMIN', companyId: null, password, mustChangePassword } as const;
  try {
    await createUser(db, user, now);
  } catch (error) {
    // Another process that started at the same time created the administrator.
    if (error instanceof AppError && error.code === 'email_taken') return undefined;
    throw error;
  }
  return { email: adminEmail, generatedPassword: mustChangePassword ? password : undefined };
}

/** Enforces only this one of the password rules: the operator who installs may follow others. */
async function requireUnguessable(password: string, email: string): Promise<void> {
  const { level } = await checkStrength(password, [email]);
  if (level === 'Muito Fraca') {
    throw new StartError(
      'Configuração inválida: ADMIN_PASSWORD é fácil demais de adivinhar; escolha uma senha menos comum.',
    );
  }
}

/**
 * A new temporary password for an only active administrator whose temporary password expired: no other administrator
 * can issue one. Of processes that start together, one sets it.
 */
async function maybeRenewed(
  db: Kysely<Database>,
  administrators: readonly UserRow[],
  now: Date,
): Promise<FirstAdministrator | undefined> {
  const [only, another] = administrators.filter(({ is_active }) => is_active === 1);
  if (only === undefined || another !== undefined) return undefined;
  const until = temporaryUntil(only);
  if (until === null || until > now) return undefined;
  const password = await maybeTemporaryPassword(db, only, now);
  return password === undefined ? undefined : { email: only.email, generatedPassword: password };
}
