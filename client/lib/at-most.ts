/** Lets so many pieces of work run at one time, the others in the order in which they came. */
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
  /** Rejects with the signal's reason when it aborts before its turn. */
  return async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    await enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
