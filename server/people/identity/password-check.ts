import type { Kysely } from 'kysely';
import type { PasswordStrength, PasswordSubject } from '../../../shared/contracts/passwords.ts';
import { AppError } from '../../platform/errors.ts';
import { ConcurrencyLimit } from '../../platform/limits/concurrency-limit.ts';
import { JobThreads } from '../../platform/job-thread.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { StrengthJob, StrengthReply } from './strength-worker.ts';

const threads = new JobThreads<StrengthJob, StrengthReply>(
  new URL('strength-worker.ts', import.meta.url),
  1,
);

/** The thread checks one password at a time. A full queue is some tenths of a second of work. */
const weighing = new ConcurrencyLimit({
  slots: 1,
  queue: {
    size: 64,
    refusal: () =>
      new AppError(
        'busy',
        503,
        'O sistema está verificando senhas demais agora. Tente de novo em 1 segundo.',
        {
          retryAfterSeconds: 1,
        },
      ),
  },
});

let lastJob = 0;

/** `passwordStrength`, computed outside the event loop. Throws 503 if too many passwords wait. */
export function weighedPassword(
  password: string,
  ownWords: readonly string[] = [],
  subject: PasswordSubject = 'Nova senha',
): Promise<PasswordStrength> {
  return weighing.run(async () => {
    const [thread] = threads.byLoad();
    if (thread === undefined) throw new Error('There is no thread to weigh passwords.');
    lastJob += 1;
    return (await thread.ask({ id: lastJob, password, ownWords, subject })).strength;
  });
}

/** Throws 400 `weak_password` for a password that may not be chosen; the error names the field. */
export async function requireChoosable(
  password: string,
  ownWords: readonly string[],
  { field, subject }: { readonly field: string; readonly subject: PasswordSubject },
): Promise<void> {
  const [problem] = (await weighedPassword(password, ownWords, subject)).errors;
  if (problem !== undefined) throw new AppError('weak_password', 400, problem, { field });
}

interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Words about a user that the user might put into a password: name, e-mail address and company name. */
export async function ownWords(
  db: Kysely<Database>,
  person: Named & { readonly companyId?: string | null | undefined },
): Promise<string[]> {
  const { companyId } = person;
  if (companyId === null || companyId === undefined) return wordsOfPerson(person);
  const company = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirst();
  return [...wordsOfPerson(person), ...(company === undefined ? [] : [company.name])];
}

/** The words from the user's own row. */
export const wordsOfPerson = ({ firstName, lastName, email }: Named) => [
  firstName,
  lastName,
  `${firstName} ${lastName}`,
  email,
];
