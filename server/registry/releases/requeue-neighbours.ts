import { monthsApart } from '../../../shared/codes/months.ts';
import type { Store } from '../../platform/store/store.ts';
import { monthsAround } from '../comparison/compare.ts';

/**
 * Returns uploads from approval to the queue if the publication of these uploads, or its end, changed a month of their
 * kind with which they are compared, or the main file (MOV) of their month: they are compared again, and published
 * automatically if nothing holds them. An upload whose content is published meanwhile ends as unchanged.
 */
export async function requeueNeighbours(
  { db }: Pick<Store, 'db'>,
  changed: readonly string[],
): Promise<void> {
  if (changed.length === 0) return;
  const published = await db
    .selectFrom('upload_files')
    .select(['kind', 'month'])
    .where('upload_id', 'in', changed)
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
    .filter((file) => published.some((other) => isBeside(file, other)))
    .map(({ id }) => id);
  if (ids.length === 0) return;
  // Keeps the comparison without its reasons: the queue runs such uploads after all others.
  await db
    .updateTable('uploads')
    .set({ status: 'PENDING', message: null, reasons: null })
    .where('id', 'in', [...new Set(ids)])
    .where('status', '=', 'AWAITING_APPROVAL')
    .execute();
}

interface Month {
  readonly kind: string | null;
  readonly month: string | null;
}

const isBeside = (file: Month, other: Month) =>
  file.month !== null &&
  other.month !== null &&
  (file.kind === other.kind
    ? monthsApart(file.month, other.month) <= monthsAround
    : other.kind === 'MOV' && file.month === other.month);
