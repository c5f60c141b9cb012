import { WarehouseError } from './warehouse.ts';

/** An item lent to one caller until it is given back or retired. */
export interface Loan<Item> {
  readonly item: Item;
  /** Returns a sound item for the next caller. */
  giveBack(): void;
  /** Closes an item that may be unusable; the next caller gets a new one. */
  retire(): void;
}

interface PoolOptions<Item> {
  readonly size: number;
  readonly open: () => Item;
  readonly close: (item: Item) => void;
}

interface Waiter<Item> {
  readonly resolve: (loan: Loan<Item>) => void;
  readonly reject: (reason: unknown) => void;
}

/** At most `size` items at a time, opened on demand; callers wait in order of arrival. */
export class Pool<Item> {
  readonly #options: PoolOptions<Item>;
  readonly #idle: Item[] = [];
  readonly #waiters = new Set<Waiter<Item>>();
  #lent = 0;
  #isClosed = false;
  #onEmpty: (() => void) | undefined;

  constructor(options: PoolOptions<Item>) {
    this.#options = options;
  }

  /** Lends an item; a caller whose signal aborts leaves the queue. */
  lend(signal: AbortSignal): Promise<Loan<Item>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closedError());
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        this.#waiters.delete(waiter);
        reject(signal.reason);
      };
      const waiter: Waiter<Item> = {
        resolve: (loan) => {
          signal.removeEventListener('abort', leave);
          resolve(loan);
        },
        reject: (reason) => {
          signal.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiters.add(waiter);
      this.#serve();
    });
  }

  /** Rejects new and waiting callers, waits for the lent items and closes all. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiter of this.#waiters) waiter.reject(closedError());
    this.#waiters.clear();
    if (this.#lent > 0) {
      await new Promise<void>((resolve) => {
        this.#onEmpty = resolve;
      });
    }
    for (const item of this.#idle.splice(0)) this.#options.close(item);
  }

  #serve(): void {
    for (const waiter of this.#waiters) {
      if (this.#lent >= this.#options.size) return;
      this.#waiters.delete(waiter);
      try {
        const item = this.#idle.pop() ?? this.#options.open();
        this.#lent += 1;
        waiter.resolve(this.#loanOf(item));
      } catch (error) {
        waiter.reject(error);
      }
    }
  }

  #loanOf(item: Item): Loan<Item> {
    let isOut = true;
    const end = (dispose: () => void) => {
      if (!isOut) return;
      isOut = false;
      this.#lent -= 1;
      dispose();
      this.#serve();
      if (this.#lent === 0) this.#onEmpty?.();
    };
    return {
      item,
      giveBack: () => end(() => this.#idle.push(item)),
      retire: () => end(() => this.#options.close(item)),
    };
  }
}

function closedError(): WarehouseError {
  return new WarehouseError('The warehouse is closed.', undefined);
}
