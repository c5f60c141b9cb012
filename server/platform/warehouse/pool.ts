import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { WarehouseError } from './warehouse.ts';

/** An item that one caller holds until it releases or retires it. */
export interface Lease<Item> {
  readonly item: Item;
  /** Returns a sound item for the next caller. */
  release(): void;
  /** Closes an item that may be unusable; the next caller gets a new one. */
  retire(): void;
}

interface PoolOptions<Item> {
  readonly size: number;
  readonly open: () => Item;
  readonly close: (item: Item) => void;
}

/** At most `size` items at a time, opened on demand; callers wait in order of arrival. */
export class Pool<Item> {
  readonly #options: PoolOptions<Item>;
  readonly #limit: ConcurrencyLimit;
  readonly #idle: Item[] = [];
  #isClosed = false;

  constructor(options: PoolOptions<Item>) {
    this.#options = options;
    this.#limit = new ConcurrencyLimit({ slots: options.size });
  }

  /** Hands out an item; a caller whose signal aborts leaves the queue. */
  async acquire(signal: AbortSignal): Promise<Lease<Item>> {
    if (this.#isClosed) throw closedError();
    const release = await this.#limit.acquire(signal).catch((error: unknown) => {
      throw this.#isClosed ? closedError() : error;
    });
    try {
      return this.#loanOf(this.#idle.pop() ?? this.#options.open(), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Rejects new and waiting callers, waits for the items in use and closes all. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#limit.clear();
    await this.#limit.whenIdle();
    for (const item of this.#idle.splice(0)) this.#options.close(item);
  }

  #loanOf(item: Item, release: () => void): Lease<Item> {
    let isOut = true;
    const end = (dispose: () => void) => {
      if (!isOut) return;
      isOut = false;
      dispose();
      release();
    };
    return {
      item,
      release: () => end(() => this.#idle.push(item)),
      retire: () => end(() => this.#options.close(item)),
    };
  }
}

function closedError(): WarehouseError {
  return new WarehouseError('The warehouse is closed.', undefined);
}
