import { randomBytes } from 'node:crypto';
import type { AppDatabase } from './schema.ts';

/** A secret that all processes sign with for one purpose, created by the first process that needs it. */
export async function storedSecret(db: AppDatabase, name: string): Promise<string> {
  const stored = () => db.selectFrom('secrets').select('value').where('name', '=', name);
  const found = await stored().executeTakeFirst();
  if (found !== undefined) return found.value;
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await stored().executeTakeFirstOrThrow()).value;
}
