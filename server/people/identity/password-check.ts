import type { PasswordStrength, PasswordSubject } from '../../../shared/contracts/passwords.ts';
import { AppError } from '../../platform/errors.ts';
import { ConcurrencyLimit } from '../../platform/limits/concurrency-limit.ts';
import { JobThreads } from '../../platform/job-thread.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { hashPassword } from './passwords.ts';
import type { StrengthTask } from './strength-worker.ts';
import type { NewUser } from './users.ts';

/** The thread ends after a minute without a password: it holds the dictionaries of common words. */
const threads = new JobThreads<StrengthTask, PasswordStrength>(
  new URL('strength-worker.ts', import.meta.url),
  1,
  { idleMs: 60_000 },
);

/** The thread checks one password at a time. A full queue is some tenths of a second of work. */
const checks = new ConcurrencyLimit({
  slots: 1,
  queue: {
    size: 64,
    refusal: () =>
      new AppError(
        'busy',
        503,
        'O sistema está verificando senhas demais agora. Tente de novo em 1 segundo.',
        { retryAfterSeconds: 1 },
      ),
  },
});

/** `passwordStrength`, computed outside the event loop. Throws 503 if too many passwords wait. */
export function checkStrength(
  password: string,
  ownWords: readonly string[] = [],
  subject: PasswordSubject = 'Nova senha',
): Promise<PasswordStrength> {
  return checks.run(() => threads.idlest().run([password, ownWords, subject]));
}

type Named = Pick<NewUser, 'firstName' | 'lastName' | 'email'> &
  Partial<Pick<NewUser, 'companyId'>>;

const fieldOf = { 'Nova senha': 'newPassword', 'Senha temporária': 'temporaryPassword' } as const;

/** The hash of a password chosen for a user. Throws 400 `weak_password` with the field if it may not be chosen. */
export async function hashChosenPassword(
  db: AppDatabase,
  user: Named,
  password: string,
  subject: PasswordSubject,
): Promise<string> {
  const [problem] = (await checkStrength(password, await wordsOfUser(db, user), subject)).errors;
  if (problem === undefined) return hashPassword(password);
  throw new AppError('weak_password', 400, problem, { field: fieldOf[subject] });
}

/** Words about a user that the user might put into a password: name, e-mail address and company name. */
export async function wordsOfUser(db: AppDatabase, user: Named): Promise<string[]> {
  const company = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', user.companyId ?? '')
    .executeTakeFirst();
  return [...wordsOfPerson(user), ...(company === undefined ? [] : [company.name])];
}

/** The words from the user's own row. */
export const wordsOfPerson = ({ firstName, lastName, email }: Named) => [
  firstName,
  lastName,
  `${firstName} ${lastName}`,
  email,
];
