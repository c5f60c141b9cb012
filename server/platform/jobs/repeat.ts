/**
 * Runs `work` now and every `everyMs` milliseconds, but never twice at the same time. `work` must not reject. Returns
 * the function that stops it, which waits for a run that is in progress.
 */
export function repeat(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const start = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(start, everyMs);
  start();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
