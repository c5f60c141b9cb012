import { AppError, notFound } from '../../platform/errors.ts';
import {
  currentRelease,
  withContents,
  type CurrentRelease,
} from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';

/** A release, current or earlier. Throws `AppError` 404 for a number never published, 410 for a removed one. */
export async function releaseByNumber(
  { db }: Pick<Store, 'db'>,
  number: number,
): Promise<CurrentRelease> {
  const release = await db
    .selectFrom('releases')
    .select(['number', 'published_at', 'is_synthetic', 'removed_at'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (release === undefined) {
    throw notFound(
      'unknown_release',
      `Não existe a versão ${number} dos dados. Pesquise com os dados atuais.`,
      { field: 'release' },
    );
  }
  if (release.removed_at !== null) {
    throw new AppError(
      'release_removed',
      410,
      `A versão ${number} dos dados não está mais disponível. Pesquise com os dados atuais.`,
      { field: 'release' },
    );
  }
  return withContents({ db }, release);
}

/** The release that a query names, or the current one. Throws the errors of `releaseByNumber`. */
export const requestedRelease = (
  store: Pick<Store, 'db'>,
  number: number | undefined,
): Promise<CurrentRelease> =>
  number === undefined ? currentRelease(store) : releaseByNumber(store, number);
