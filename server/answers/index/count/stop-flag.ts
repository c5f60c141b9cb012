/** Signals threads to stop once an abort signal fires. Dispose of it when the threads are done. */
export class StopFlag implements Disposable {
  /** Memory that threads share: 1 for stopped, and how many threads wait in `waitForOther`. */
  readonly flag = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  readonly #signal: AbortSignal | undefined;

  /** Throws the signal's reason if it has already aborted. */
  constructor(signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    this.#signal = signal;
    signal?.addEventListener('abort', this.raise, { once: true });
  }

  readonly raise = () => void Atomics.store(this.flag, stopped, 1);

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener('abort', this.raise);
  }
}

const [stopped, arrived] = [0, 1];
/** How often a waiting thread checks whether to stop, in milliseconds. */
const checkEveryMs = 100;

export function throwIfStopped(flag: Int32Array): void {
  if (Atomics.load(flag, stopped) === 1) throw new Error('The counting was stopped.');
}

/** Blocks until two threads wait. Throws as `throwIfStopped` does. */
export function waitForOther(flag: Int32Array): void {
  Atomics.add(flag, arrived, 1);
  Atomics.notify(flag, arrived);
  while (Atomics.load(flag, arrived) < 2) {
    throwIfStopped(flag);
    Atomics.wait(flag, arrived, 1, checkEveryMs);
  }
}
