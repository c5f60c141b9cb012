import { Upload } from '../../../shared/contracts/uploads.ts';
import type { HealthAnswer, Overview, UploadsCheck } from '../../../shared/contracts/overview.ts';
import { readableRelease, statedRelease } from '../../answers/query/release.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { countOf } from '../../platform/store/pages.ts';

/** The figures of the administrator's dashboard; the route adds health and session. */
export async function overviewFigures(
  store: Store,
): Promise<Omit<Overview, 'session' | 'status' | 'parts'>> {
  const [people, companies, current] = await Promise.all([
    peopleCounts(store.db),
    countOf(store.db.selectFrom('companies')),
    currentRelease(store),
  ]);
  const release = readableRelease(current);
  const stated = statedRelease(release);
  return {
    ...people,
    companies,
    release: stated && { ...stated, lastMonth: release.months.at(-1) ?? null },
  };
}

async function peopleCounts(db: AppDatabase) {
  const rows = await db
    .selectFrom('users')
    .select(({ fn }) => ['role', 'is_active', fn.countAll<number>().as('count')])
    .groupBy(['role', 'is_active'])
    .execute();
  const sumOf = (chosen: typeof rows) => chosen.reduce((sum, { count }) => sum + count, 0);
  const active = rows.filter(({ is_active }) => is_active === 1);
  return {
    users: sumOf(rows),
    activeUsers: sumOf(active),
    administrators: sumOf(active.filter(({ role }) => role === 'ADMIN')),
  };
}

/** The 50 newest uploads. */
export async function recentUploads(db: AppDatabase): Promise<UploadsCheck['uploads']> {
  const rows = await db
    .selectFrom('uploads')
    .leftJoin('upload_files', 'upload_files.upload_id', 'uploads.id')
    .select(({ fn }) => [
      'uploads.id',
      'uploads.competencia',
      'uploads.status',
      'uploads.reasons',
      fn.count<number>('upload_files.batch').as('fileCount'),
    ])
    .groupBy('uploads.id')
    .orderBy('uploads.created_at', 'desc')
    .orderBy('uploads.id')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    ...row,
    reasons: Upload.shape.reasons.parse(JSON.parse(row.reasons ?? '[]')),
  }));
}

export function statusOf({ parts }: HealthAnswer): Overview['status'] {
  if (parts.some(({ status }) => status === 'failing')) return 'Com falha';
  return parts.some(({ status }) => status === 'warning') ? 'Atenção' : 'Online';
}
