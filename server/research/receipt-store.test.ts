import { expect, test } from 'vitest';
import { newReceiptId } from './receipt-store.ts';

test('no ID of a receipt begins like a formula, which CSV files would write with an apostrophe', () => {
  const ids = Array.from({ length: 3_000 }, newReceiptId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^\w[\w-]{21}$/);
});
