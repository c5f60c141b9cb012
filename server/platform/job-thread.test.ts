import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { JobThread, JobThreads } from './job-thread.ts';

interface Job {
  readonly id: number;
  readonly say: string;
}

/** Echoes each message, and exits on "end". */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, say }) => {
      if (say === 'end') process.exit(1);
      parentPort.postMessage({ id, say });
    });`)}`,
);

function both(threads: JobThreads<Job, Job>): [JobThread<Job, Job>, JobThread<Job, Job>] {
  const [first, second] = threads.byLoad();
  if (first === undefined || second === undefined) throw new Error('There are fewer than two.');
  return [first, second];
}

test('each job has its own answer, in whatever order they are asked', async () => {
  const threads = new JobThreads<Job, Job>(script, 2);
  const [first, second] = both(threads);
  const asked = [first.ask({ id: 1, say: 'a' }), first.ask({ id: 2, say: 'b' })];
  expect(threads.byLoad()[0]).toBe(second);
  expect(await Promise.all(asked)).toEqual([
    { id: 1, say: 'a' },
    { id: 2, say: 'b' },
  ]);
  await Promise.all([first.end(), second.end()]);
});

test('a thread that ends leaves no one waiting, and another takes its place', async () => {
  const threads = new JobThreads<Job, Job>(script, 2);
  const [thread, other] = both(threads);
  const waiting = [thread.ask({ id: 1, say: 'end' }), thread.ask({ id: 2, say: 'a' })];
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(thread.ask({ id: 3, say: 'a' })).rejects.toThrow('ended');
  const now = both(threads);
  expect(now).not.toContain(thread);
  expect(now).toContain(other);
  const answers = now.map((next, id) => next.ask({ id, say: 'a' }));
  expect(await Promise.all(answers)).toHaveLength(2);
  await Promise.all(now.map((next) => next.end()));
});

test('the caller that ends a thread learns of it', async () => {
  const ended = Promise.withResolvers<string>();
  const thread = new JobThread<Job, Job>(script, () => ended.resolve('ended'));
  await thread.end();
  expect(await ended.promise).toBe('ended');
});

test('threads keep no process alive, with or without a job behind them', async () => {
  const program = `
    import { JobThreads } from ${JSON.stringify(new URL('job-thread.ts', import.meta.url).href)};
    const [first] = new JobThreads(new URL(${JSON.stringify(script.href)}), 2).byLoad();
    await first.ask({ id: 1, say: 'a' });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
