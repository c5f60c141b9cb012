import { expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

test('a turnstile lets others have the event loop between a few and the next few', async () => {
  const turnstile = new Turnstile(8);
  const seen: number[] = [];
  let passed = 0;
  const all = Array.from({ length: 40 }, async () => {
    await turnstile.pass();
    passed += 1;
  });
  const isDone = Promise.all(all).then(() => true);
  while ((seen.at(-1) ?? 0) < 40) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(passed);
  }
  expect(seen.length).toBeGreaterThanOrEqual(5);
  for (const [index, count] of seen.entries()) {
    expect(count - (seen[index - 1] ?? 0)).toBeLessThanOrEqual(8);
  }
  expect(await isDone).toBe(true);
  await turnstile.pass();
});
