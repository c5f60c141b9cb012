import type { z } from 'zod';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import type { SettingName } from '../../platform/store/loads-schema.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';

/** A setting that administrators can change at run time: its schema, and the values that apply until they are changed. */
export interface StoredSetting<Value extends z.ZodObject> {
  readonly name: SettingName;
  readonly schema: Value;
  readonly initial: z.output<Value>;
}

/** The values of a setting, or the initial ones if the stored ones do not match the schema (`unreadSettings`). */
export async function readSetting<Value extends z.ZodObject>(
  db: AppDatabase,
  setting: StoredSetting<Value>,
): Promise<z.output<Value>> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting.name)
    .executeTakeFirst();
  return (row && parsed(setting, row.value).data) ?? setting.initial;
}

/** An earlier version stored no values of newer fields: the initial ones apply. */
const parsed = <Value extends z.ZodObject>(
  { schema, initial }: StoredSetting<Value>,
  value: string,
) => schema.safeParse({ ...initial, ...JSON.parse(value) });

/** The settings whose stored values this version cannot parse: their initial values apply. */
export async function unreadSettings<Setting extends StoredSetting<z.ZodObject>>(
  db: AppDatabase,
  settings: readonly Setting[],
): Promise<Setting[]> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute();
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  return settings.filter((setting) => {
    const value = stored.get(setting.name);
    return value !== undefined && !parsed(setting, value).success;
  });
}

/**
 * Changes values of a setting, and records the change in the audit. Leaves the other values as another administrator
 * saved them, also at the same moment. Returns all values.
 */
export async function writeSetting<Value extends z.ZodObject>(
  db: AppDatabase,
  setting: StoredSetting<Value>,
  changes: { readonly [Name in keyof z.output<Value>]?: z.output<Value>[Name] | undefined },
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<z.output<Value>> {
  const { name, initial } = setting;
  const updated_at = at.toISOString();
  return db.transaction().execute(async (transaction) => {
    // Locks the row until the transaction ends.
    await transaction
      .insertInto('settings')
      .values({ name, value: JSON.stringify(initial), updated_at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ updated_at }))
      .execute();
    const stored = await readSetting(transaction, setting);
    const values = setting.schema.parse({ ...stored, ...changes });
    const value = JSON.stringify(values);
    await transaction.updateTable('settings').set({ value }).where('name', '=', name).execute();
    const details = { value: JSON.parse(value) };
    const subject = { type: 'settings', id: name } as const;
    await recordAct(transaction, { action: `settings.${name}`, actor, subject, details, at });
    return values;
  });
}
