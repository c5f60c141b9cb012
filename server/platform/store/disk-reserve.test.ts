import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DiskReserve } from './disk-reserve.ts';

const folder = mkdtempSync(join(tmpdir(), 'caged-spare-'));
afterAll(() => rmSync(folder, { recursive: true }));
const full = () => Object.assign(new Error('full'), { code: 'SQLITE_FULL' });

test('if the disk is full, the reserve is released and the necessary write succeeds', async () => {
  const room = new DiskReserve(folder);
  const path = join(folder, 'spare-room');
  await room.refill();
  // The file occupies its full size on the disk and is not sparse.
  expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(32 * 2 ** 20);
  const work = async () => {
    if (existsSync(path)) throw full();
    return 'signed in';
  };
  expect(await room.runNecessary(work)).toBe('signed in');
  expect(room.isReleased).toBe(true);
  await expect(room.runNecessary(() => Promise.reject(full()))).rejects.toThrow('full');
  await room.refill();
  expect([room.isReleased, existsSync(path)]).toEqual([false, true]);
  await expect(room.runNecessary(() => Promise.reject(new Error('other')))).rejects.toThrow(
    'other',
  );
  expect(existsSync(path)).toBe(true);
});

test('necessary writes that find the disk full together all succeed', async () => {
  const room = new DiskReserve(folder);
  const path = join(folder, 'spare-room');
  await room.refill();
  const work = async () => {
    if (existsSync(path)) throw full();
    return 'signed in';
  };
  const writes = [room.runNecessary(work), room.runNecessary(work)];
  expect(await Promise.all(writes)).toEqual(['signed in', 'signed in']);
});
