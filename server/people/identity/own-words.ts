import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema.ts';

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
