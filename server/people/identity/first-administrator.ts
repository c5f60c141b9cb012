import { AppError, StartError } from '../../platform/errors.ts';
import { countOf } from '../../platform/store/pages.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { checkStrength, wordsOfPerson } from './password-check.ts';
import { choosablePassword } from './temporary-password.ts';
import { createUser } from './users.ts';

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
 * Creates the administrator of a new installation; undefined if there is one. Throws a `StartError` if the configured
 * password is among the first that an attacker would try.
 */
export async function firstAdministrator(
  db: AppDatabase,
  { adminEmail = 'admin@caged.local', adminPassword }: AdministratorSettings,
  now: Date,
): Promise<FirstAdministrator | undefined> {
  const administrators = db.selectFrom('users').where('role', '=', 'ADMIN');
  if ((await countOf(administrators)) > 0) return undefined;
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
