/** Who wants a piece of work done, and how long it takes. */
export interface Asking {
  /** All who wait for it; whoever joins later is asked for, too. */
  readonly persons: ReadonlySet<string>;
  /** In a measure of its own, such as lines to be read. */
  readonly cost: number;
}

export interface LaneLimits {
  /** Pieces of work that run at one time. */
  readonly atOnce: number;
  /** Pieces of work of one person that may wait. */
  readonly waitingOfOne: number;
}

export interface Waiter {
  readonly asking: Asking;
  readonly admit: () => void;
}

/** What stands before a piece of work. */
export interface Before {
  /** Pieces that run or go first. */
  readonly pieces: number;
  /** What they cost together. */
  readonly cost: number;
}

interface Line {
  readonly running: readonly Asking[];
  readonly waiters: ReadonlySet<Waiter>;
  /** When each person had his last turn, counted in turns; of those who have something here. */
  readonly lastTurns: ReadonlyMap<string, number>;
}

/** How much of what was learned counts still after another piece of work. */
const keptOfPace = 0.7;

/** Work of one length: what runs, what waits, and how quickly it goes. */
export class TurnLane {
  readonly #limits: LaneLimits;
  readonly #running: Asking[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;
  /** What was done of late, the newest most. */
  readonly #done = { ms: 0, cost: 0 };

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
    const next = nextOf(this.#line);
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

  /** Notes how long a piece of work took once it had its turn. */
  learn({ cost }: Asking, tookMs: number): void {
    if (!Number.isFinite(cost)) return;
    const done = this.#done;
    done.ms = done.ms * keptOfPace + tookMs;
    done.cost = done.cost * keptOfPace + cost;
  }

  /** How long so much work takes at the pace of late, in milliseconds; undefined before any was done. */
  msFor(cost: number): number | undefined {
    const done = this.#done;
    return done.cost > 0 ? (cost * done.ms) / (done.cost * this.#limits.atOnce) : undefined;
  }

  /** What stands before the work of these very askers, should nobody else come; undefined where it does not wait. */
  before(persons: ReadonlySet<string>): Before | undefined {
    const running = [...this.#running];
    const waiters = new Set(this.#waiters);
    const lastTurns = new Map(this.#lastTurns);
    const first = { pieces: running.length, cost: costOf(running) };
    for (let turn = this.#turns + 1; waiters.size > 0; turn += 1) {
      running.shift();
      const next = nextOf({ running, waiters, lastTurns });
      if (next === undefined) return undefined;
      const { asking } = next;
      if (asking.persons === persons) return first;
      waiters.delete(next);
      running.push(asking);
      for (const person of asking.persons) lastTurns.set(person, turn);
      first.pieces += 1;
      first.cost += asking.cost;
    }
    return undefined;
  }

  /** What stands before whoever comes now. */
  beforeLast(): Before {
    const all = [...this.#running, ...[...this.#waiters].map(({ asking }) => asking)];
    return { pieces: all.length, cost: costOf(all) };
  }

  get #line(): Line {
    return { running: this.#running, waiters: this.#waiters, lastTurns: this.#lastTurns };
  }

  /** Whoever has nothing here any more begins anew when he comes back. */
  #forgetOthers(): void {
    if (this.#running.length + this.#waiters.size === 0) this.#lastTurns.clear();
  }
}

/** The cheapest of the person who has the fewest pieces running and, among those, whose last turn is the longest ago. */
function nextOf({ running, waiters, lastTurns }: Line): Waiter | undefined {
  const cheapest = new Map<string, Waiter>();
  for (const waiter of waiters) {
    for (const person of waiter.asking.persons) {
      const known = cheapest.get(person);
      if (known === undefined || waiter.asking.cost < known.asking.cost)
        cheapest.set(person, waiter);
    }
  }
  const runningOf = (own: string) => running.filter(({ persons }) => persons.has(own)).length;
  const [first] = [...cheapest]
    .map(([own, waiter]) => ({ waiter, running: runningOf(own), last: lastTurns.get(own) ?? 0 }))
    .toSorted((a, b) => a.running - b.running || a.last - b.last);
  return first?.waiter;
}

const costOf = (all: readonly Asking[]) => all.reduce((sum, { cost }) => sum + cost, 0);
