import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

interface Tables {
  settings: { name: string; value: string };
}

/** Stored limits whose names are unchanged. */
const carried = [
  'versionRatio',
  'movRatio',
  'lateRatio',
  'wageRatio',
  'nullPoints',
  'newCodeLinesPercent',
];
/** The product's values when these limits were added. */
const added = { boundsPoints: 5, mixPoints: 30, contradictionPercent: 1 };

/**
 * Converts comparison limits from the form before limits considered chance. An administrator's own values stay, and new
 * limits get the product's values. The minimum number of lines and the maximum salary, which are no longer used, are
 * removed.
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
    const own = Object.fromEntries(carried.map((name) => [name, stored[name]]));
    const value = JSON.stringify({ ...own, ...added });
    await db.updateTable('settings').set({ value }).where('name', '=', 'load_limits').execute();
  },
};
