import { Cron } from 'croner';
import type { Logger } from 'pino';
import { briefly } from '../briefly.ts';

export interface DailyTask {
  readonly name: string;
  /** A cron expression of five fields, in Brasília's time. */
  readonly at: string;
  /** The signal aborts when the process stops. */
  run(signal: AbortSignal): Promise<object>;
}

/**
 * Runs the tasks at their times, and once now, since the server may be off at their time. Returns a function that stops
 * them, and waits only briefly, since one may wait for another server: the next start runs all of them again.
 */
export function startDaily(tasks: readonly DailyTask[], logger: Logger): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const runLogged = (task: DailyTask) => {
    const run = (async () => {
      try {
        logger.info({ task: task.name, ...(await task.run(stopping.signal)) }, 'daily task done');
      } catch (error) {
        if (!stopping.signal.aborted)
          logger.error({ err: error, task: task.name }, 'daily task failed');
      }
    })().finally(() => running.delete(run));
    running.add(run);
    return run;
  };
  const options = { timezone: 'America/Sao_Paulo', protect: true };
  const crons = tasks.map((task) => new Cron(task.at, options, () => runLogged(task)));
  for (const task of tasks) void runLogged(task);
  return async () => {
    for (const cron of crons) cron.stop();
    stopping.abort(new Error('The process is stopping.'));
    await briefly(Promise.all(running));
  };
}
