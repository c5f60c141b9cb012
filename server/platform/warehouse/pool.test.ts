import { expect, test } from 'vitest';
import { Pool } from './pool.ts';

function numbered(size: number) {
  let opened = 0;
  const closed: number[] = [];
  const pool = new Pool<number>({
    size,
    open: () => (opened += 1),
    close: (item) => closed.push(item),
  });
  return { pool, closed };
}

const never = new AbortController().signal;

test('reuses released items, and replaces retired ones', async () => {
  const { pool, closed } = numbered(1);
  const first = await pool.acquire(never);
  first.release();
  const again = await pool.acquire(never);
  expect(again.item).toBe(1);
  again.retire();
  expect(closed).toEqual([1]);
  expect((await pool.acquire(never)).item).toBe(2);
});

test('serves callers in the order they came and never gives one item to two', async () => {
  const { pool } = numbered(1);
  const order: string[] = [];
  const holder = await pool.acquire(never);
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const lease = await pool.acquire(never);
    order.push(name);
    lease.release();
    lease.release();
  });
  expect(order).toEqual([]);
  holder.release();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('a caller that aborts leaves the queue', async () => {
  const { pool } = numbered(1);
  const holder = await pool.acquire(never);
  const abort = new AbortController();
  const leaving = pool.acquire(abort.signal);
  const staying = pool.acquire(never);
  const reason = new Error('gone');
  abort.abort(reason);
  await expect(leaving).rejects.toBe(reason);
  holder.release();
  expect((await staying).item).toBe(1);
});

test('an item that cannot be opened fails its caller only', async () => {
  let isBroken = true;
  const pool = new Pool<string>({
    size: 1,
    open: () => {
      if (isBroken) throw new Error('broken');
      return 'sound';
    },
    close: () => {},
  });
  await expect(pool.acquire(never)).rejects.toThrow('broken');
  isBroken = false;
  expect((await pool.acquire(never)).item).toBe('sound');
});

test('closing waits for the items in use, refuses waiting callers and closes all', async () => {
  const { pool, closed } = numbered(1);
  const holder = await pool.acquire(never);
  const waiting = pool.acquire(never);
  const closing = pool.close();
  await expect(waiting).rejects.toThrow('closed');
  await expect(pool.acquire(never)).rejects.toThrow('closed');
  expect(closed).toEqual([]);
  holder.release();
  await closing;
  expect(closed).toEqual([1]);
});
