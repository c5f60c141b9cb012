import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const firstToSearch = sql`
  from search_history
  join users on users.id = search_history.user_id
  where search_history.receipt_id = receipts.id
  order by search_history.asked_at, search_history.id
  limit 1`;

/**
 * Names the owner of receipts from before 23 November 2026, as `receiptScope` does, and who typed their text, by the
 * first person who searched. Otherwise only the histories link these receipts with people, and there the next receipt of
 * the same query takes their place.
 */
export const receiptOwners: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      update receipts set
        owner = (
          select case when users.company_id is null
            then 'person ' || users.id
            else 'company ' || users.company_id end
          ${firstToSearch}),
        typed_by = case when typed_by is null and filters like '%"searchQuery":%'
          then (select users.id ${firstToSearch})
          else typed_by end
      where owner is null`.execute(db);
  },
};
