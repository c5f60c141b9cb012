import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

interface Tables {
  settings: { name: string; value: string };
}

/** Limits that were kept under the names that they still have. */
const kept = [
  'versionRatio',
  'movRatio',
  'lateRatio',
  'wageRatio',
  'nullPoints',
  'newCodeLinesPercent',
];
/** What came with the product when these limits were new. */
const added = { boundsPoints: 5, mixPoints: 30, contradictionPercent: 1 };

/**
 * Limits of comparison in the form of before limits knew chance: an administrator's own values stay, new limits come
 * with the product's values, and the least number of lines and the largest salary, which nothing asks for now, go.
 */
export const carriedLimits: Migration = {
  async up(db: Kysely<Tables>) {
    const row = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'load_limits')
      .executeTakeFirst();
    if (row === undefined) return;
    const stored: Record<string, unknown> = JSON.parse(row.value);
    if (!('minimumLines' in stored)) return;
    const own = Object.fromEntries(kept.map((name) => [name, stored[name]]));
    const value = JSON.stringify({ ...own, ...added });
    await db.updateTable('settings').set({ value }).where('name', '=', 'load_limits').execute();
  },
};
