import type { AppError } from './errors.ts';
import { TurnLane, type Before, type LaneLimits } from './turn-lane.ts';
import type { Asking, Waiter } from './turn-order.ts';

export interface TurnLimits {
  readonly short: LaneLimits;
  readonly long: LaneLimits;
  /** From this cost on work is long. */
  readonly longFrom: number;
  /** Pieces of work that may wait, everybody's together. */
  readonly waiting: number;
  /** What is said to whoever is sent away. */
  readonly refusal: (place: LinePlace) => AppError;
}

/** Where a piece of work stands. */
export interface LinePlace {
  /** Pieces of work that run or go before it. */
  readonly ahead: number;
  /** All that run and wait in its line. */
  readonly total: number;
  /** Until those before it are done, at the pace of late; no more than a while, for the pace may change. */
  readonly seconds: number;
  readonly isLong: boolean;
  /** Whether it waits there; else there was no room for it, or nobody keeps its place. */
  readonly isWaiting: boolean;
}

export interface TurnFigures {
  readonly running: number;
  readonly waiting: number;
  /** How many were sent away so far. */
  readonly refused: number;
}

const mostSeconds = 30;
/** Where nothing was done yet. */
const usualSeconds = 5;

/**
 * Lets so much heavy work in at a time, short work never behind long: each has turns of its own. Of all who wait, the one
 * goes next who has the fewest pieces running and, among those, whose last turn is the longest ago; of his own the
 * cheapest. Beyond the limits work is refused, so that a flood takes neither the memory nor all the turns.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #short: TurnLane;
  readonly #long: TurnLane;
  #refused = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#short = new TurnLane(limits.short);
    this.#long = new TurnLane(limits.long);
  }

  isLong({ cost }: Pick<Asking, 'cost'>): boolean {
    return cost >= this.#limits.longFrom;
  }

  get figures(): TurnFigures {
    const [short, long] = [this.#short, this.#long];
    return {
      running: short.running + long.running,
      waiting: short.waiting + long.waiting,
      refused: this.#refused,
    };
  }

  /**
   * Runs the work in its turn. Throws the refusal where too much waits, and the signal's reason when it aborts while it
   * waits.
   */
  async run<Result>(
    work: () => Promise<Result>,
    asking: Asking,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const lane = this.isLong(asking) ? this.#long : this.#short;
    if (!lane.hasTurn()) {
      if (this.figures.waiting >= this.#limits.waiting || lane.isFullFor(asking))
        throw this.refusal({
          ...this.#placeIn(lane, lane.beforeLast()),
          isWaiting: false,
        });
      await wait(lane, asking, signal);
    } else lane.begin(asking);
    const begun = performance.now();
    try {
      const result = await work();
      lane.learn(asking, performance.now() - begun);
      return result;
    } finally {
      lane.end(asking);
    }
  }

  /** Where the work of these very askers waits; undefined where it does not. */
  placeOf(persons: ReadonlySet<string>): LinePlace | undefined {
    for (const lane of [this.#short, this.#long]) {
      const before = lane.before(persons);
      if (before !== undefined) return this.#placeIn(lane, before);
    }
    return undefined;
  }

  /** What is said to whoever is sent away from there. */
  refusal(place: LinePlace): AppError {
    this.#refused += 1;
    return this.#limits.refusal(place);
  }

  #placeIn(lane: TurnLane, { pieces, cost }: Before): LinePlace {
    const ms = lane.msFor(cost) ?? usualSeconds * 1000;
    return {
      ahead: pieces,
      total: Math.max(lane.running + lane.waiting, pieces + 1),
      seconds: Math.min(mostSeconds, Math.max(1, Math.ceil(ms / 1000))),
      isLong: lane === this.#long,
      isWaiting: true,
    };
  }
}

/** Until its turn has come; rejects with the signal's reason. */
function wait(lane: TurnLane, asking: Asking, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiter: Waiter = { asking, admit: resolve };
  // Out of the line at once: a turn given to one that has left would never come back.
  const leave = () => {
    lane.leave(waiter);
    reject(signal.reason);
  };
  signal.addEventListener('abort', leave, { once: true });
  lane.join(waiter);
  return promise.finally(() => signal.removeEventListener('abort', leave));
}
