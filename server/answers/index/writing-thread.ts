import { JobThread } from '../../platform/job-thread.ts';
import type { FileJob, FileReply, FileTask } from './writing-worker.ts';

/** Idle time after which the thread ends, in milliseconds: it holds the memory of the largest month that it wrote. */
const idleMs = 5_000;

let running: JobThread<FileJob, FileReply> | undefined;
let idle: NodeJS.Timeout | undefined;
let lastJob = 0;

/**
 * Writes or checks a file in this process's one thread for files, one task after another. Transfers `bytes` to the
 * thread. Rejects if the thread ends first.
 */
export async function outcomeOf(
  task: FileTask,
  bytes: readonly ArrayBuffer[],
): Promise<FileReply['outcome']> {
  clearTimeout(idle);
  lastJob += 1;
  running ??= begun();
  const { outcome } = await running.ask({ id: lastJob, task }, bytes);
  endWhenIdle();
  return outcome;
}

function begun(): JobThread<FileJob, FileReply> {
  const thread = new JobThread<FileJob, FileReply>(
    new URL('writing-worker.ts', import.meta.url),
    () => {
      if (running === thread) running = undefined;
    },
  );
  return thread;
}

function endWhenIdle(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (running?.load !== 0) return;
    // A task that arrives while this thread ends starts another one.
    const ended = running;
    running = undefined;
    void ended.end();
  }, idleMs);
  idle.unref();
}
