import { max } from 'd3-array';
import { fileKinds } from '../../../shared/contracts/uploads.ts';
import type { ReleaseSummary } from '../../../shared/contracts/release.ts';
import { formatLongMonth } from '../../../shared/words/format.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { currentRelease, type PublishedFile } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import { endOfMonth, monthLater, monthsEnding } from '../../../shared/codes/months.ts';

const recentMonthCount = 13;

/** The published data as pages show it: how recent it is, the files of recent months, and the next publication. */
export async function releaseSummary(store: Store): Promise<ReleaseSummary> {
  const current = await currentRelease(store);
  const { number, publishedAt, isSynthetic, months, firstMonth } = readableRelease(current);
  const declared = current.files.filter(({ kind }) => kind === 'MOV');
  const lastMonth = max(declared, ({ month }) => month) ?? null;
  const recent = lastMonth === null ? [] : monthsEnding(lastMonth, recentMonthCount).toReversed();
  const published = await firstPublished(store, current.files, recent);
  return {
    number,
    publishedAt,
    isSynthetic,
    months: [...months],
    firstMonth,
    lastMonth,
    recentMonths: recent.map((month) => ({
      month,
      files: published
        .filter((file) => file.month === month)
        .map(({ kind, publishedAt: at }) => ({ kind, publishedAt: at })),
    })),
    nextPublication: lastMonth === null ? null : expectedAfter(lastMonth),
  };
}

/** When each file of these months was published, with its upload. Retention removes what old releases contain. */
async function firstPublished(
  { db }: Store,
  files: readonly PublishedFile[],
  months: readonly string[],
) {
  const recent = files.filter(({ month }) => months.includes(month));
  if (recent.length === 0) return [];
  const rows = await db
    .selectFrom('upload_files')
    .innerJoin('releases', 'releases.upload_id', 'upload_files.upload_id')
    .select(['upload_files.batch', 'releases.published_at as publishedAt'])
    .where(
      'upload_files.batch',
      'in',
      recent.map(({ batch }) => batch),
    )
    // Of two releases of an upload, which earlier versions made, the earlier one remains.
    .orderBy('releases.number', 'desc')
    .execute();
  const firstOf = new Map(rows.map(({ batch, publishedAt }) => [batch, publishedAt]));
  return recent
    .map(({ kind, month, batch }) => ({ kind, month, publishedAt: firstOf.get(batch) ?? '' }))
    .toSorted((a, b) => fileKinds.indexOf(a.kind) - fileKinds.indexOf(b.kind));
}

/** MTE publishes a month in the last days of the following one. */
function expectedAfter(lastMonth: string): NonNullable<ReleaseSummary['nextPublication']> {
  const month = monthLater(lastMonth, 1);
  return {
    month,
    expectedOn: endOfMonth(monthLater(month, 1)),
    note: `Estimativa: o MTE costuma publicar um mês no fim do mês seguinte; a data de ${formatLongMonth(month)} pode ser outra.`,
  };
}
