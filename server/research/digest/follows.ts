import { createHmac } from 'node:crypto';
import type { SavedSearch } from '../../../shared/contracts/history.ts';
import { hasFixedPeriod } from '../../../shared/filters/data.ts';
import { isSameSecret } from '../../platform/digest.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { storedSecret } from '../../platform/store/stored-secret.ts';
import { readSaved, type Reader, type SavedDeps } from '../saved-searches.ts';

/**
 * Starts or ends the notices by mail about one saved search that the reader may see. Throws `AppError` 404 for any
 * other, and 409 to follow one whose period is fixed, because no new month enters it.
 */
export async function followSaved(
  { store: { db }, clock }: Pick<SavedDeps, 'store' | 'clock'>,
  reader: Reader,
  id: string,
  isFollowed: boolean,
): Promise<SavedSearch> {
  const { filters } = await readSaved(db, reader, id);
  const follow = { saved_search_id: id, user_id: reader.id };
  if (!isFollowed) {
    await db
      .deleteFrom('saved_search_follows')
      .where((where) => where.and(follow))
      .execute();
  } else {
    if (hasFixedPeriod(filters)) throw fixedPeriod();
    await db
      .insertInto('saved_search_follows')
      .values({ ...follow, created_at: clock().toISOString() })
      .onConflict((on) => on.columns(['saved_search_id', 'user_id']).doNothing())
      .execute();
  }
  return readSaved(db, reader, id);
}

/** The token of the link that ends all of a user's notices: `user.signature`. It does not expire. */
export const unsubscribeToken = async (db: AppDatabase, userId: string): Promise<string> =>
  `${userId}.${await signatureOf(db, userId)}`;

/** Ends all notices of the token's user. Repeating it changes nothing. Throws `AppError` 404 for an invalid token. */
export async function unsubscribe(db: AppDatabase, token: string): Promise<void> {
  const [, userId = '', signature = ''] = /^([\w-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  const right = await signatureOf(db, userId);
  if (!isSameSecret(signature, right)) throw unknownLink();
  await db.deleteFrom('saved_search_follows').where('user_id', '=', userId).execute();
}

async function signatureOf(db: AppDatabase, userId: string): Promise<string> {
  const secret = await storedSecret(db, 'unsubscribe links');
  return createHmac('sha256', secret).update(userId).digest('base64url');
}

/** The saved searches that a person is notified of, for "Meus dados". */
export const followRecords = (db: AppDatabase, userId: string) =>
  db
    .selectFrom('saved_search_follows')
    .select([
      'saved_search_id as pesquisaSalva',
      'created_at as desde',
      'informed_month as ultimoMesAvisado',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

const fixedPeriod = () =>
  conflict(
    'fixed_period',
    'Esta pesquisa tem um período fixo: não recebe meses novos nem avisos. Salve-a sem período para acompanhar.',
  );

const unknownLink = () =>
  notFound(
    'unknown_link',
    'Este link não é válido. Entre no sistema e desative os avisos em Pesquisas salvas.',
  );
