import { expect, test } from 'vitest';
import { Admission } from './admission.ts';
import { AppError } from './errors.ts';

const refusal = () => new AppError('busy', 503, 'Volte.', { retryAfterSeconds: 2 });

test('runs a few at a time, lets a few wait in their order, and refuses the rest at once', async () => {
  const admission = new Admission({ atOnce: 2, waiting: 3, refusal });
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const run = (number: number) =>
    admission.run(() => {
      started.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const admitted = [1, 2, 3, 4, 5].map(run);
  await expect(run(6)).rejects.toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 2 });
  expect(started).toEqual([1, 2]);
  while (started.length < 5) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(started).toEqual([1, 2, 3, 4, 5]);
  for (const end of ends) end();
  await Promise.all(admitted);
});

test('goes on after work that fails', async () => {
  const admission = new Admission({ atOnce: 1, waiting: 1, refusal });
  await expect(admission.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await admission.run(async () => 'yes')).toBe('yes');
});
