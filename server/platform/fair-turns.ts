import type { AppError } from './errors.ts';

/** Who wants a piece of work done, and how long it takes. */
export interface Asking {
  /** All who wait for it; whoever joins later is asked for, too. */
  readonly persons: ReadonlySet<string>;
  /** In a measure of its own, such as lines to be read. */
  readonly cost: number;
}

interface LaneLimits {
  /** Pieces of work that run at one time. */
  readonly atOnce: number;
  /** Pieces of work of one person that may wait. */
  readonly waitingOfOne: number;
}

export interface TurnLimits {
  readonly short: LaneLimits;
  readonly long: LaneLimits;
  /** From this cost on work is long. */
  readonly longFrom: number;
  /** Pieces of work that may wait, everybody's together. */
  readonly waiting: number;
  /** How long one waits before it is sent away, in milliseconds. */
  readonly patienceMs: number;
  /** What is said to whoever is sent away. */
  readonly refusal: () => AppError;
}

export interface TurnFigures {
  readonly running: number;
  readonly waiting: number;
  /** How many were sent away so far. */
  readonly refused: number;
}

interface Waiter {
  readonly asking: Asking;
  readonly admit: () => void;
}

/**
 * Lets so much heavy work in at a time, short work never behind long: each has turns of its own. Of all who wait, the one
 * goes next who has the fewest pieces running and, among those, whose last turn is the longest ago; of his own the
 * cheapest. Beyond the limits work is refused, so that a flood takes neither the memory nor all the turns.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #short: Lane;
  readonly #long: Lane;
  #refused = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#short = new Lane(limits.short);
    this.#long = new Lane(limits.long);
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
        throw this.#refusal();
      await this.#wait(lane, asking, signal);
    } else lane.begin(asking);
    try {
      return await work();
    } finally {
      lane.end(asking);
    }
  }

  #refusal(): AppError {
    this.#refused += 1;
    return this.#limits.refusal();
  }

  #wait(lane: Lane, asking: Asking, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { asking, admit: resolve };
    // Out of the line at once: a turn given to one that has left would never come back.
    const leaveWith = (reason: unknown) => {
      lane.leave(waiter);
      reject(reason);
    };
    const giveUp = setTimeout(() => leaveWith(this.#refusal()), this.#limits.patienceMs);
    const leave = () => leaveWith(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    lane.join(waiter);
    return promise.finally(() => {
      clearTimeout(giveUp);
      signal.removeEventListener('abort', leave);
    });
  }
}

/** Work of one length: what runs, and what waits. */
class Lane {
  readonly #limits: LaneLimits;
  readonly #running: Asking[] = [];
  readonly #waiters = new Set<Waiter>();
  /** When each person had his last turn, counted in turns; of those who have something here. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running.length;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  hasTurn(): boolean {
    return this.#running.length < this.#limits.atOnce;
  }

  /** Whether each of those who ask has as much waiting as one may. */
  isFullFor({ persons }: Asking): boolean {
    const waitingOf = (person: string) =>
      [...this.#waiters].filter(({ asking }) => asking.persons.has(person)).length;
    return [...persons].every((person) => waitingOf(person) >= this.#limits.waitingOfOne);
  }

  begin(asking: Asking): void {
    this.#running.push(asking);
    this.#turns += 1;
    for (const person of asking.persons) this.#lastTurns.set(person, this.#turns);
  }

  end(asking: Asking): void {
    this.#running.splice(this.#running.indexOf(asking), 1);
    const next = this.#next();
    if (next !== undefined && this.hasTurn()) {
      this.#waiters.delete(next);
      this.begin(next.asking);
      next.admit();
    }
    this.#forgetOthers();
  }

  join(waiter: Waiter): void {
    this.#waiters.add(waiter);
  }

  leave(waiter: Waiter): void {
    this.#waiters.delete(waiter);
  }

  #next(): Waiter | undefined {
    const all = [...this.#waiters];
    const persons = [...new Set(all.flatMap(({ asking }) => [...asking.persons]))];
    const [person] = persons
      .map((own) => ({ own, running: this.#runningOf(own), last: this.#lastTurns.get(own) ?? 0 }))
      .toSorted((a, b) => a.running - b.running || a.last - b.last);
    return all
      .filter(({ asking }) => person !== undefined && asking.persons.has(person.own))
      .toSorted((a, b) => a.asking.cost - b.asking.cost)[0];
  }

  #runningOf(person: string): number {
    return this.#running.filter(({ persons }) => persons.has(person)).length;
  }

  /** Whoever has nothing here any more begins anew when he comes back. */
  #forgetOthers(): void {
    if (this.#running.length + this.#waiters.size === 0) this.#lastTurns.clear();
  }
}
