import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { migrate, migrateUpTo } from '../../platform/store/migrate.ts';
import { openStore } from '../../platform/store/store.ts';
import { loadLimits, storedSettings } from './load-settings.ts';
import { readSetting, unreadSettings } from './stored-settings.ts';

/**
 * The stored form of an earlier version, whose limits did not account for chance. An administrator has changed three of
 * the values.
 */
const ofBefore = {
  minimumLines: 500,
  versionRatio: 10,
  movRatio: 80,
  lateRatio: 300,
  wageRatio: 20,
  nullPoints: 5,
  newCodeLinesPercent: 2.5,
  largestSalary: 10_000_000,
};

describe.each(testedStores())(
  'settings stored by an earlier version, in $dialect',
  ({ options }) => {
    test('are carried over: what an administrator chose still holds', async () => {
      const store = await openStore(await options());
      await migrateUpTo(store, '0062-saved-salary');
      const row = { name: 'load_limits', updated_at: '2026-01-01T00:00:00.000Z' } as const;
      await store.db
        .insertInto('settings')
        .values({ ...row, value: JSON.stringify(ofBefore) })
        .execute();
      expect(await unreadSettings(store.db, storedSettings)).toEqual([loadLimits]);
      await migrate(store);
      expect(await unreadSettings(store.db, storedSettings)).toEqual([]);
      expect(await readSetting(store.db, loadLimits)).toEqual({
        versionRatio: 10,
        revisionPercent: 0.5,
        movRatio: 80,
        lateRatio: 300,
        wageRatio: 20,
        scaledPoints: 0.2,
        boundsPoints: 5,
        nullPoints: 5,
        mixPoints: 30,
        newCodeLinesPercent: 2.5,
        contradictionPercent: 1,
      });
      await store.close();
    });

    test('stay as they are in the form of this version', async () => {
      const store = await openStore(await options());
      await migrateUpTo(store, '0062-saved-salary');
      const value = { ...loadLimits.initial, movRatio: 70 };
      const row = { name: 'load_limits', updated_at: '2026-01-01T00:00:00.000Z' } as const;
      await store.db
        .insertInto('settings')
        .values({ ...row, value: JSON.stringify(value) })
        .execute();
      await migrate(store);
      expect(await readSetting(store.db, loadLimits)).toEqual(value);
      await store.close();
    });
  },
);
