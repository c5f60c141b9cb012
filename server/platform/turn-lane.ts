import { inTurns, type Asking, type Waiter } from './turn-order.ts';

export interface LaneLimits {
  /** Pieces of work that run at one time. */
  readonly atOnce: number;
  /** Pieces of work of one person that may wait. */
  readonly waitingOfOne: number;
}

/** What stands before a piece of work. */
export interface Before {
  /** Pieces that run or go first. */
  readonly pieces: number;
  /** What they cost together. */
  readonly cost: number;
}

/** How much of what was learned counts still after another piece of work. */
const keptOfPace = 0.7;

/** Work of one length: what runs, what waits, and how quickly it goes. */
export class TurnLane {
  readonly #limits: LaneLimits;
  readonly #running: Asking[] = [];
  readonly #waiters = new Set<Waiter>();
  /** When each person had his last turn, counted in turns; of those who have something here. */
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
    if (this.hasTurn()) this.#admitNext();
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
    const ahead = [...this.#running];
    // The one that has run longest is the first to end.
    for (const { asking } of this.#inTurns(this.#running.slice(1))) {
      if (asking.persons === persons) return { pieces: ahead.length, cost: costOf(ahead) };
      ahead.push(asking);
    }
    return undefined;
  }

  /** What stands before whoever comes now. */
  beforeLast(): Before {
    const all = [...this.#running, ...[...this.#waiters].map(({ asking }) => asking)];
    return { pieces: all.length, cost: costOf(all) };
  }

  #inTurns(running: readonly Asking[]): Generator<Waiter, void> {
    const [waiters, lastTurns, turns] = [this.#waiters, this.#lastTurns, this.#turns];
    return inTurns({ running, waiters, lastTurns, turns });
  }

  #admitNext(): void {
    const next = this.#inTurns(this.#running).next().value;
    if (next === undefined) return;
    this.#waiters.delete(next);
    this.begin(next.asking);
    next.admit();
  }

  /** Whoever has nothing here any more begins anew when he comes back. */
  #forgetOthers(): void {
    if (this.#running.length + this.#waiters.size === 0) this.#lastTurns.clear();
  }
}

const costOf = (all: readonly Asking[]) => all.reduce((sum, { cost }) => sum + cost, 0);
