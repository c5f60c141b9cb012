import { expect, test } from 'vitest';
import { testStores } from '../../../tests/support/stores.ts';
import { maybeHoldPointer } from './pointer.ts';

const [, postgres] = testStores();

test('one of two processes holds the pointer, and the other does not wait for it', async () => {
  const { db, dialect } = await postgres.open();
  // Nothing was published yet.
  const isHeld = [await db.transaction().execute((alone) => maybeHoldPointer(alone, dialect))];
  await db.transaction().execute(async (transaction) => {
    isHeld.push(await maybeHoldPointer(transaction, dialect));
    isHeld.push(await db.transaction().execute((other) => maybeHoldPointer(other, dialect)));
  });
  expect(isHeld).toEqual([true, true, false]);
});
