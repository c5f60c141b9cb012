import { expect, test } from 'vitest';
import { isFullDisk } from './engine-error.ts';
import { WarehouseError } from './warehouse.ts';

test('a full disk is recognised, whichever program wrote to it', () => {
  for (const code of ['ENOSPC', 'SQLITE_FULL', '53100']) {
    expect(isFullDisk(Object.assign(new Error('no'), { code }))).toBe(true);
  }
  expect(isFullDisk(new WarehouseError('no', 243, undefined))).toBe(true);
  expect(isFullDisk(new WarehouseError('no', 241, undefined))).toBe(false);
  expect(isFullDisk('ENOSPC')).toBe(false);
});
