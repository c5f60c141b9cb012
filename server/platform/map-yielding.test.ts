import { setImmediate } from 'node:timers';
import { expect, test } from 'vitest';
import { mapYielding } from './map-yielding.ts';

test('a page of a hundred items leaves ten turns of the event loop to others', async () => {
  let turns = 0;
  const seen = await mapYielding(Array(100).fill('item'), () => {
    setImmediate(() => (turns += 1));
    return turns;
  });
  expect(new Set(seen).size).toBe(10);
});
