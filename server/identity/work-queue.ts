import { AppError } from '../errors.ts';

/**
 * Lets a flood of small work in a little at a time: others get the event loop in between. Without it hundreds of
 * requests that come together are all worked through before anyone else is heard.
 */
export class Turnstile {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves when it is this one's turn. */
  async pass(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#admit);
    });
  }

  readonly #admit = (): void => {
    for (const resolve of this.#waiting.splice(0, this.#atOnce)) resolve();
    if (this.#waiting.length > 0) setImmediate(this.#admit);
  };
}

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

  /** Throws 503 when work would be refused now, so that nothing is begun in vain. */
  requireRoom(): void {
    if (this.#running >= this.#atOnce && this.#waiting.length >= this.#waitingAtMost) {
      throw tooBusy();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    this.requireRoom();
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
