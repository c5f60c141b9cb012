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
  const first = await pool.lend(never);
  first.release();
  const again = await pool.lend(never);
  expect(again.item).toBe(1);
  again.retire();
  expect(closed).toEqual([1]);
  expect((await pool.lend(never)).item).toBe(2);
});

test('serves callers in the order they came and lends nothing twice', async () => {
  const { pool } = numbered(1);
  const order: string[] = [];
  const holder = await pool.lend(never);
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    const loan = await pool.lend(never);
    order.push(name);
    loan.release();
    loan.release();
  });
  expect(order).toEqual([]);
  holder.release();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('a caller that aborts leaves the queue', async () => {
  const { pool } = numbered(1);
  const holder = await pool.lend(never);
  const abort = new AbortController();
  const leaving = pool.lend(abort.signal);
  const staying = pool.lend(never);
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
  await expect(pool.lend(never)).rejects.toThrow('broken');
  isBroken = false;
  expect((await pool.lend(never)).item).toBe('sound');
});

test('closing waits for the lent, refuses the waiting and closes all', async () => {
  const { pool, closed } = numbered(1);
  const holder = await pool.lend(never);
  const waiting = pool.lend(never);
  const closing = pool.close();
  await expect(waiting).rejects.toThrow('closed');
  await expect(pool.lend(never)).rejects.toThrow('closed');
  expect(closed).toEqual([]);
  holder.release();
  await closing;
  expect(closed).toEqual([1]);
});
