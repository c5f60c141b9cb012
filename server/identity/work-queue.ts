import { AppError } from '../errors.ts';

/**
 * Runs heavy work a few at a time; a bounded number waits its turn and the rest is refused at once, so that a
 * flood takes neither the memory nor all the threads.
 */
export class WorkQueue {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, waitingAtMost }: { atOnce: number; waitingAtMost: number }) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  /** Runs the work in its turn; rejects with 503 when too many wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#waitingAtMost) throw tooBusy();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place of the work that ended goes to the next one that waits. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}

const tooBusy = () =>
  new AppError(
    'busy',
    503,
    'O sistema está recebendo acessos demais agora. Tente de novo em 2 segundos.',
    { retryAfterSeconds: 2 },
  );
