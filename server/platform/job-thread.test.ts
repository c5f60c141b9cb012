import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { JobThread, JobThreads } from './job-thread.ts';

/** Echoes each message, and exits on "end". */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, task }) => {
      if (task === 'end') process.exit(1);
      parentPort.postMessage({ id, result: task });
    });`)}`,
);

function both(
  threads: JobThreads<string, string>,
): [JobThread<string, string>, JobThread<string, string>] {
  const [first, second] = threads.byLoad();
  if (first === undefined || second === undefined) throw new Error('There are fewer than two.');
  return [first, second];
}

test('each job gets its own result, in any order', async () => {
  const threads = new JobThreads<string, string>(script, 2);
  const [first, second] = both(threads);
  const requested = [first.run('a'), first.run('b')];
  expect(threads.byLoad()[0]).toBe(second);
  expect(await Promise.all(requested)).toEqual(['a', 'b']);
  await Promise.all([first.end(), second.end()]);
});

test('a thread that ends rejects its jobs, and another thread replaces it', async () => {
  const threads = new JobThreads<string, string>(script, 2);
  const [thread, other] = both(threads);
  const waiting = [thread.run('end'), thread.run('a')];
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(thread.run('a')).rejects.toThrow('ended');
  const now = both(threads);
  expect(now).not.toContain(thread);
  expect(now).toContain(other);
  const answers = now.map((next) => next.run('a'));
  expect(await Promise.all(answers)).toHaveLength(2);
  await Promise.all(now.map((next) => next.end()));
});

test('a job that follows a failed one at once gets a thread that works', async () => {
  const failing = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, task }) => {
        if (task === 'fail') throw new Error('The job failed.');
        parentPort.postMessage({ id, result: task });
      });`)}`,
  );
  const threads = new JobThreads<string, string>(failing, 1);
  await expect(threads.idlest().run('fail')).rejects.toThrow('The job failed.');
  expect(await threads.idlest().run('a')).toBe('a');
  await threads.end();
});

test('a task that cannot be sent to the thread leaves no job behind', async () => {
  const threads = new JobThreads<() => void, string>(script, 1);
  const thread = threads.idlest();
  await expect(async () => thread.run(() => undefined)).rejects.toThrow('could not be cloned');
  expect(thread.load).toBe(0);
  await threads.end();
});

test('the caller that ends a thread learns of it', async () => {
  const ended = Promise.withResolvers<string>();
  const thread = new JobThread<string, string>(script, () => ended.resolve('ended'));
  await thread.end();
  expect(await ended.promise).toBe('ended');
});

test('threads end once they have had no job for a while, and later jobs start others', async () => {
  const threads = new JobThreads<string, string>(script, 2, { idleMs: 50 });
  const [first] = both(threads);
  expect(await first.run('a')).toBe('a');
  await expect.poll(() => first.run('a').catch(() => 'ended')).toBe('ended');
  const [next] = both(threads);
  expect(next).not.toBe(first);
  expect(await next.run('b')).toBe('b');
  await threads.end();
});

test('no thread ends while one of them has a job', async () => {
  const held = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => setTimeout(() => parentPort.postMessage({ id, result: 'late' }), 300));`)}`,
  );
  const threads = new JobThreads<string, string>(held, 2, { idleMs: 20 });
  expect(await threads.idlest().run('a')).toBe('late');
  await threads.end();
});

test('idle threads do not keep the process alive, also after a job', async () => {
  const program = `
    import { JobThreads } from ${JSON.stringify(new URL('job-thread.ts', import.meta.url).href)};
    const [first] = new JobThreads(new URL(${JSON.stringify(script.href)}), 2).byLoad();
    await first.run('a');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
