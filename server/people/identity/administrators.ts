import type { Kysely } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Database, UserRow } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';

/**
 * A user's row, locked until the transaction ends. SQLite needs no lock, since its transactions run one after another.
 */
export async function heldUser(
  transaction: Kysely<Database>,
  dialect: Store['dialect'],
  id: string,
): Promise<UserRow> {
  const row = await transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw unknownUser();
  return row;
}

/**
 * The IDs of the active administrators, all locked until the transaction ends: if two requests would each close the
 * other's account, the second sees the first one's change.
 */
export async function heldAdministrators(
  transaction: Kysely<Database>,
  dialect: Store['dialect'],
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('is_active', '=', 1)
    .orderBy('id')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute();
  return rows.map(({ id }) => id);
}

/** Throws `last_administrator` if the user is the only active administrator. */
export function requireAnotherAdministrator(administrators: readonly string[], id: string): void {
  if (administrators.includes(id) && administrators.length === 1) {
    throw new AppError(
      'last_administrator',
      409,
      'Este é o último administrador ativo: promova outro antes.',
    );
  }
}

export const unknownUser = () => new AppError('unknown_user', 404, 'Este usuário não existe.');
