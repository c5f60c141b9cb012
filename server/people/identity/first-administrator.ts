import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Database } from '../../platform/store/schema.ts';
import { StartError } from '../../platform/start-error.ts';
import { weighedPassword } from './strength-check.ts';
import { createUser } from './users.ts';

export interface FirstAdministrator {
  readonly email: string;
  /** The random password, returned only here and only once; undefined if the configuration provides one. */
  readonly generatedPassword: string | undefined;
}

export interface AdministratorSettings {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
}

/**
 * Creates the administrator of a new installation. Returns undefined if one already exists. Throws a `StartError` if
 * the configured password is among the first that an attacker would try.
 */
export async function firstAdministrator(
  db: Kysely<Database>,
  { adminEmail = 'admin@caged.local', adminPassword }: AdministratorSettings,
  now: Date,
): Promise<FirstAdministrator | undefined> {
  if (await hasAdministrator(db)) return undefined;
  const password = adminPassword ?? randomPassword();
  await requireUnguessable(password, adminEmail);
  try {
    await createUser(
      db,
      {
        email: adminEmail,
        firstName: 'Administrador',
        lastName: 'do sistema',
        role: 'ADMIN',
        companyId: null,
        password,
      },
      now,
    );
  } catch (error) {
    // Another process that started at the same time created the administrator.
    if (error instanceof AppError && error.code === 'email_taken') return undefined;
    throw error;
  }
  return {
    email: adminEmail,
    generatedPassword: adminPassword === undefined ? password : undefined,
  };
}

/** Enforces only this one of the password rules: the operator who installs may follow others. */
async function requireUnguessable(password: string, email: string): Promise<void> {
  const { level } = await weighedPassword(password, [email]);
  if (level === 'Muito Fraca') {
    throw new StartError(
      'Configuração inválida: ADMIN_PASSWORD é fácil demais de adivinhar; escolha uma senha menos comum.',
    );
  }
}

async function hasAdministrator(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

// Without characters that look alike on a screen: 0 O o, 1 l I.
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const letter = () => letters[randomInt(letters.length)];
const group = () => Array.from({ length: 5 }, letter).join('');

/** Four groups of five: more than 110 bits, and easy to type. */
const randomPassword = () => Array.from({ length: 4 }, group).join('-');
