import type { AppDatabase } from '../../server/platform/store/schema.ts';

/** Writes the row of release 1, for tests of rows that refer to a release without its data. */
export async function storeRelease(db: AppDatabase): Promise<void> {
  const upload = { id: 'upload', origin: 'command', status: 'COMPLETED', created_at: '' } as const;
  await db.insertInto('uploads').values(upload).execute();
  await db
    .insertInto('releases')
    .values({
      number: 1,
      published_at: '',
      upload_id: upload.id,
      is_synthetic: 0,
      unmatched_exclusions: 0,
    })
    .execute();
}
