import { LRUCache } from 'lru-cache';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { DesignEffect } from '../../../shared/statistics/design-effect.ts';
import type { Row } from './schema.ts';
import type { Store } from './store.ts';

/** A file of a release: the batch with the month's lines of this kind. */
export interface PublishedFile {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  readonly batch: number;
}

export type ReleaseMonth = Omit<Row<'release_months'>, 'release'>;

/** The release that readers see now; `number` is null while nothing is published. */
export interface CurrentRelease {
  readonly number: number | null;
  readonly publishedAt: string | null;
  readonly isSynthetic: boolean;
  readonly files: readonly PublishedFile[];
  /** By month, ascending; a month with only exclusions has no lines. */
  readonly months: readonly ReleaseMonth[];
  /** By family of occupations and for all; empty for a release with too few hires, or of an earlier version. */
  readonly designEffects: readonly DesignEffect[];
}

export const nothingPublished: CurrentRelease = {
  number: null,
  publishedAt: null,
  isSynthetic: false,
  files: [],
  months: [],
  designEffects: [],
};

/** Reads the current release with its files and months. */
export async function currentRelease({ db }: Pick<Store, 'db'>): Promise<CurrentRelease> {
  const release = await db
    .selectFrom('current_release')
    .innerJoin('releases', 'releases.number', 'current_release.release')
    .select(['releases.number', 'releases.published_at', 'releases.is_synthetic'])
    .executeTakeFirst();
  return release === undefined ? nothingPublished : withContents({ db }, release);
}

/** The stored releases to which a switch is most likely: the base of the current one, and the newest other. */
export async function switchCandidates({ db }: Pick<Store, 'db'>): Promise<CurrentRelease[]> {
  const stored = await db
    .selectFrom('releases')
    .leftJoin('current_release', 'current_release.release', 'releases.number')
    .select([
      'number',
      'published_at',
      'is_synthetic',
      'base',
      'current_release.release as current',
    ])
    .where('removed_at', 'is', null)
    .orderBy('number', 'desc')
    .execute();
  const current = stored.find((release) => release.current !== null);
  if (current === undefined) return [];
  const others = stored.filter((release) => release !== current);
  const near = new Set([others[0], others.find(({ number }) => number === current.base)]);
  return Promise.all(
    [...near].flatMap((release) => (release === undefined ? [] : [withContents({ db }, release)])),
  );
}

type PublishedRow = Pick<Row<'releases'>, 'number' | 'published_at' | 'is_synthetic'>;

/** The contents of published releases, which never change, by database, number and time of publication. */
const cached = new WeakMap<object, LRUCache<string, CurrentRelease>>();
const maxCached = 16;

/** Reads a published release, as `currentRelease` reads the current one. Its files and months must still be stored. */
export async function withContents(
  { db }: Pick<Store, 'db'>,
  release: PublishedRow,
): Promise<CurrentRelease> {
  // A transaction may read a release that is not published in the end.
  if (db.isTransaction) return readContents(db, release);
  const releases = cached.get(db) ?? new LRUCache({ max: maxCached });
  cached.set(db, releases);
  const key = `${release.number} ${release.published_at}`;
  const known = releases.get(key) ?? (await readContents(db, release));
  releases.set(key, known);
  return known;
}

async function readContents(db: Store['db'], release: PublishedRow): Promise<CurrentRelease> {
  const [files, months, designEffects] = await Promise.all([
    db
      .selectFrom('release_files')
      .select(['kind', 'month', 'batch'])
      .where('release', '=', release.number)
      .execute(),
    db
      .selectFrom('release_months')
      .select([
        'month',
        'mov_lines',
        'for_lines',
        'cancelled_lines',
        'unmatched_exclusions',
        'cancellation_batch',
      ])
      .where('release', '=', release.number)
      .orderBy('month')
      .execute(),
    db
      .selectFrom('design_effects')
      .select(['family', 'records', 'blocks', 'effect'])
      .where('release', '=', release.number)
      .orderBy('family')
      .execute(),
  ]);
  return {
    number: release.number,
    publishedAt: release.published_at,
    isSynthetic: release.is_synthetic === 1,
    files,
    months,
    designEffects,
  };
}
