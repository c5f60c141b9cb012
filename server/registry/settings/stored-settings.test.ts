import { expect, test } from 'vitest';
import { testStores } from '../../../tests/support/stores.ts';
import { loadLimits, storedSettings } from './load-settings.ts';
import { readSetting, unreadSettings } from './stored-settings.ts';

test('a setting in a form that this version does not read is reported, and the initial one holds', async () => {
  const [{ open }] = testStores();
  const { db } = await open();
  const write = async (value: object) => {
    const row = { value: JSON.stringify(value), updated_at: '2026-01-01T00:00:00.000Z' };
    await db
      .insertInto('settings')
      .values({ name: 'load_limits', ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  };
  await write({ minimumLines: 500, versionRatio: 10 });
  expect(await unreadSettings(db, storedSettings)).toEqual([loadLimits]);
  expect(await readSetting(db, loadLimits)).toEqual(loadLimits.initial);
  const own = { ...loadLimits.initial, movRatio: 70 };
  await write(own);
  expect(await unreadSettings(db, storedSettings)).toEqual([]);
  expect(await readSetting(db, loadLimits)).toEqual(own);
  // An earlier version stored no values of newer fields.
  await write({ movRatio: 70 });
  expect(await unreadSettings(db, storedSettings)).toEqual([]);
  expect(await readSetting(db, loadLimits)).toEqual(own);
});
