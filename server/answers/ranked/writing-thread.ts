import { JobThread } from '../../platform/job-thread.ts';
import type { FileJob, FileReply, FileTask } from './writing-worker.ts';

/** A thread that has nothing to do for so long is ended: it holds the memory of the largest month that it wrote. */
const idleMs = 5_000;

let running: JobThread<FileJob, FileReply> | undefined;
let idle: NodeJS.Timeout | undefined;
let lastJob = 0;

/**
 * Has a file written or checked in the one thread of this process for that, one task after another; gives the bytes
 * away. Rejects when the thread ends before.
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
    // Whoever comes while it ends begins another.
    const ended = running;
    running = undefined;
    void ended.end();
  }, idleMs);
  idle.unref();
}
