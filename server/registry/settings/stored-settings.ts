import type { z } from 'zod';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import type { SettingName } from '../../platform/store/loads-schema.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';

/** A setting that administrators can change at run time: its schema, and the value that applies until it is changed. */
export interface StoredSetting<Value extends z.ZodType> {
  readonly name: SettingName;
  readonly schema: Value;
  readonly initial: z.output<Value>;
}

/**
 * The current value of a setting, or the initial value if the stored value does not match the schema. `unreadSettings`
 * lists such settings.
 */
export async function readSetting<Value extends z.ZodType>(
  db: AppDatabase,
  { name, schema, initial }: StoredSetting<Value>,
): Promise<z.output<Value>> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  if (row === undefined) return initial;
  const parsed = schema.safeParse(JSON.parse(row.value));
  return parsed.success ? parsed.data : initial;
}

/** The settings whose stored value this version cannot parse: their initial values apply. */
export async function unreadSettings<Setting extends StoredSetting<z.ZodType>>(
  db: AppDatabase,
  settings: readonly Setting[],
): Promise<Setting[]> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute();
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  return settings.filter(({ name, schema }) => {
    const value = stored.get(name);
    return value !== undefined && !schema.safeParse(JSON.parse(value)).success;
  });
}

/** Changes a setting and records the change in the audit. */
export async function writeSetting<Value extends z.ZodType>(
  db: AppDatabase,
  { name }: StoredSetting<Value>,
  value: z.output<Value>,
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: at.toISOString() };
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('settings')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
    const details = { value: JSON.parse(row.value) };
    const subject = { type: 'settings', id: name } as const;
    await recordAct(transaction, { action: `settings.${name}`, actor, subject, details, at });
  });
}
