import type { Store } from '../../platform/store/store.ts';

/** The uploads that a person sent, for the export of what is held about him. */
export async function uploadsOf({ db }: Store, userId: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'competencia', 'status', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}
