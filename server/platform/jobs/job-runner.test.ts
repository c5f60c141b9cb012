import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { JobRunner, type JobKind } from './job-runner.ts';

/** Jobs that do nothing, in the order of `waiting`. */
function jobsWithoutWork(waiting: string[]): JobKind {
  return {
    name: 'jobs',
    claim: async () => waiting.shift(),
    renew: async () => true,
    run: async () => undefined,
    fail: async () => undefined,
    release: async () => undefined,
  };
}

test('a failure of what follows a job stops neither the next job nor what follows all', async () => {
  const waiting = ['first', 'second'];
  const ended: string[] = [];
  const idle = Promise.withResolvers<string[]>();
  const runner = new JobRunner({
    kind: jobsWithoutWork(waiting),
    logger: pino({ level: 'silent' }),
    clock: () => new Date(),
    atOnce: 1,
    stopped: () => new Error('Stopped.'),
    onEnded: async (id) => {
      ended.push(id);
      throw new Error('It fails.');
    },
    onIdle: async () => idle.resolve([...ended]),
  });
  onTestFinished(() => runner.stop());
  runner.start();
  expect(await idle.promise).toEqual(['first', 'second']);
});

test('a job that ends while the work after an earlier one runs has that work done for it too', async () => {
  const waiting = ['first'];
  const ended: string[] = [];
  const followed: string[][] = [];
  const gate = Promise.withResolvers<void>();
  const runner = new JobRunner({
    kind: jobsWithoutWork(waiting),
    logger: pino({ level: 'silent' }),
    clock: () => new Date(),
    atOnce: 1,
    stopped: () => new Error('Stopped.'),
    onEnded: async (id) => void ended.push(id),
    onIdle: async () => {
      followed.push([...ended]);
      await gate.promise;
    },
  });
  onTestFinished(() => runner.stop());
  runner.start();
  await expect.poll(() => followed).toEqual([['first']]);
  waiting.push('second');
  runner.wake();
  await expect.poll(() => ended).toEqual(['first', 'second']);
  gate.resolve();
  await expect.poll(() => followed).toEqual([['first'], ['first', 'second']]);
});
