import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../store/store-error.ts';
import { JobRunner, type JobKind, type JobRunnerOptions } from './job-runner.ts';

/** Starts a runner of jobs that do nothing, in the order of `waiting`; it stops with the test. */
function startRunner(
  waiting: string[],
  following: Pick<JobRunnerOptions, 'onEnded' | 'onIdle'>,
  changes: Partial<JobKind> = {},
): JobRunner {
  const kind: JobKind = {
    name: 'jobs',
    claim: async () => waiting.shift(),
    renew: async () => true,
    run: async () => undefined,
    fail: async () => undefined,
    release: async () => undefined,
    ...changes,
  };
  const runner = new JobRunner({
    kind,
    logger: pino({ level: 'silent' }),
    clock: () => new Date(),
    atOnce: 1,
    stopped: () => new Error('Stopped.'),
    ...following,
  });
  onTestFinished(() => runner.stop());
  runner.start();
  return runner;
}

test('a job whose own statement the app database cancels fails, and is not repeated', async () => {
  const ends: string[] = [];
  const idle = Promise.withResolvers<void>();
  startRunner(
    ['first'],
    { onIdle: async () => idle.resolve() },
    {
      run: async () => {
        throw new StoreError(
          'cancelled',
          new Error('canceling statement due to statement timeout'),
        );
      },
      fail: async (id) => void ends.push(`${id} failed`),
      release: async (id) => void ends.push(`${id} released`),
    },
  );
  await idle.promise;
  expect(ends).toEqual(['first failed']);
});

test('a failure of what follows a job stops neither the next job nor what follows all', async () => {
  const ended: string[] = [];
  const idle = Promise.withResolvers<string[]>();
  startRunner(['first', 'second'], {
    onEnded: async (id) => {
      ended.push(id);
      throw new Error('It fails.');
    },
    onIdle: async () => idle.resolve([...ended]),
  });
  expect(await idle.promise).toEqual(['first', 'second']);
});

test('a job that ends while the work after an earlier one runs has that work done for it too', async () => {
  const waiting = ['first'];
  const ended: string[] = [];
  const followed: string[][] = [];
  const gate = Promise.withResolvers<void>();
  const runner = startRunner(waiting, {
    onEnded: async (id) => void ended.push(id),
    onIdle: async () => {
      followed.push([...ended]);
      await gate.promise;
    },
  });
  await expect.poll(() => followed).toEqual([['first']]);
  waiting.push('second');
  runner.wake();
  await expect.poll(() => ended).toEqual(['first', 'second']);
  gate.resolve();
  await expect.poll(() => followed).toEqual([['first'], ['first', 'second']]);
});
