/** Limits concurrent work to `limit`; the rest starts in the order of arrival. */
export function atMost(limit: number) {
  let inside = 0;
  const waiting = new Set<() => void>();
  const leave = () => {
    inside -= 1;
    const [next] = waiting;
    next?.();
  };
  const enter = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (inside < limit) {
      inside += 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      inside += 1;
      resolve();
    };
    const giveUp = () => reject(signal.reason);
    const settle = () => {
      waiting.delete(admit);
      signal.removeEventListener('abort', abandon);
    };
    const admit = () => {
      settle();
      begin();
    };
    const abandon = () => {
      settle();
      giveUp();
    };
    waiting.add(admit);
    signal.addEventListener('abort', abandon, { once: true });
    return promise;
  };
  /** Rejects with the signal's reason if it aborts before the work starts. */
  return async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    await enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
