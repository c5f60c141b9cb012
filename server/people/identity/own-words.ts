import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema.ts';

interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** What a person is known by, which he might put into a password: name, e-mail and the name of his company. */
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

/** Those that the person's own row tells. */
export const wordsOfPerson = ({ firstName, lastName, email }: Named) => [
  firstName,
  lastName,
  `${firstName} ${lastName}`,
  email,
];
