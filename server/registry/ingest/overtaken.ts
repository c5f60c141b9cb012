import { monthsApart } from '../../reference/months.ts';
import type { Store } from '../../platform/store/store.ts';

/**
 * Returns uploads from approval to the queue if a release already has all their files: identical content needs no
 * approval, and the runner ends these uploads as unchanged.
 */
export async function requeueOvertaken({ db }: Pick<Store, 'db'>, release: number): Promise<void> {
  const waiting = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select(['uploads.id', 'kind', 'month', 'sha256'])
    .where('status', '=', 'AWAITING_APPROVAL')
    .where('outcome', 'is', null)
    .execute();
  if (waiting.length === 0) return;
  const published = await db
    .selectFrom('release_files')
    .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
    .select(['release_files.kind', 'release_files.month', 'sha256'])
    .where('release', '=', release)
    .execute();
  const known = new Set(published.map(contentOf));
  const overtaken = [...Map.groupBy(waiting, ({ id }) => id)].flatMap(([id, files]) =>
    files.every((file) => file.sha256 !== null && known.has(contentOf(file))) ? [id] : [],
  );
  if (overtaken.length === 0) return;
  await requeue(db, overtaken);
}

/** Number of months before and after a file with which it is compared. */
const monthsAround = 12;

/**
 * Returns uploads from approval to the queue if a release brought a month of their kind with which they are compared,
 * or the main file (MOV) of their month: they are compared again, and published automatically if nothing holds them.
 */
export async function requeueNeighbours({ db }: Pick<Store, 'db'>, release: number): Promise<void> {
  const brought = await db
    .selectFrom('upload_files')
    .innerJoin('releases', 'releases.upload_id', 'upload_files.upload_id')
    .select(['kind', 'month'])
    .where('releases.number', '=', release)
    .where('outcome', '=', 'PUBLISHED')
    .execute();
  const waiting = await db
    .selectFrom('upload_files')
    .innerJoin('uploads', 'uploads.id', 'upload_files.upload_id')
    .select(['uploads.id', 'kind', 'month'])
    .where('status', '=', 'AWAITING_APPROVAL')
    .where('outcome', 'is', null)
    .execute();
  const ids = waiting
    .filter((file) => brought.some((other) => isBeside(file, other)))
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await requeue(db, [...new Set(ids)]);
}

type Month = Pick<Content, 'kind' | 'month'>;

const isBeside = (file: Month, other: Month) =>
  file.month !== null &&
  other.month !== null &&
  (file.kind === other.kind
    ? monthsApart(file.month, other.month) <= monthsAround
    : other.kind === 'MOV' && file.month === other.month);

/** Keeps the comparison without its reasons: the queue runs such uploads after all others. */
const requeue = (db: Store['db'], ids: readonly string[]) =>
  db
    .updateTable('uploads')
    .set({ status: 'PENDING', message: null, reasons: null })
    .where('id', 'in', ids)
    .where('status', '=', 'AWAITING_APPROVAL')
    .execute();

interface Content {
  readonly kind: string | null;
  readonly month: string | null;
  readonly sha256: string | null;
}
const contentOf = ({ kind, month, sha256 }: Content) => `${kind}${month}${sha256}`;
