import type { Role } from '../../shared/codes/roles.ts';
import { hashPassword } from '../../server/people/identity/passwords.ts';
import { startSession } from '../../server/people/identity/sessions.ts';
import { insertUser, maybeAccount } from '../../server/people/identity/users.ts';
import type { Store } from '../../server/platform/store/store.ts';

/**
 * The cookies of `people` signed-in users, each signed in as the product does it. Signing in itself is not measured.
 */
export async function signedInCookies(
  store: Store,
  people: number,
  role: Role = 'CLIENT',
): Promise<string[]> {
  const hash = await hashPassword('Quase-Verde-Ontem-27');
  const now = new Date();
  const cookies: string[] = [];
  for (let person = 1; person <= people; person++) {
    const email = `${role.toLowerCase()}${person}@bench.exemplo.com.br`;
    const named = { email, firstName: 'Pessoa', lastName: `Número ${person}` };
    const { id } =
      (await maybeAccount(store.db, email)) ??
      (await insertUser(
        store.db,
        { ...named, role, companyId: null, mustChangePassword: false },
        hash,
        now,
      ));
    const { token } = await startSession(store.db, id, now);
    cookies.push(`caged_session=${token}`);
  }
  return cookies;
}
