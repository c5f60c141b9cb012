import type { Store } from '../../platform/store/store.ts';

/** The uploads that a user sent, for the export of the user's personal data. */
export async function uploadsOf({ db }: Store, userId: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'competencia', 'status', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}
