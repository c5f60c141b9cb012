/** Who wants a piece of work done, and how long it takes. */
export interface Asking {
  /** All who wait for it; whoever joins later is asked for, too. */
  readonly persons: ReadonlySet<string>;
  /** In a measure of its own, such as lines to be read. */
  readonly cost: number;
}

export interface Waiter {
  readonly asking: Asking;
  readonly admit: () => void;
}

/** All that decides whose turn is next. */
export interface Line {
  readonly running: readonly Asking[];
  readonly waiters: Iterable<Waiter>;
  /** When each person had his last turn, counted in turns. */
  readonly lastTurns: ReadonlyMap<string, number>;
  /** How many turns there were so far. */
  readonly turns: number;
}

interface Person {
  running: number;
  lastTurn: number;
  /** His own and shared ones, the cheapest last; some of them may have had their turn. */
  waiting: Waiter[];
}

/**
 * Those who wait, in the order of their turns should nobody else come: each time the cheapest piece of the person who has
 * the fewest pieces running and, among those, whose last turn is the longest ago. Of what runs the oldest ends first. A
 * whole line of n persons takes n² comparisons and nothing else.
 */
export function* inTurns({ running, waiters, lastTurns, turns }: Line): Generator<Waiter, void> {
  const persons = personsOf(waiters, lastTurns);
  const all = [...persons.values()];
  const count = ({ persons: names }: Asking, by: 1 | -1) => {
    for (const name of names) {
      const person = persons.get(name);
      if (person !== undefined) person.running += by;
    }
  };
  const begun = [...running];
  for (const asking of begun) count(asking, 1);
  const given = new Set<Waiter>();
  for (let turn = turns + 1; ; turn += 1) {
    const person = firstOf(all, given);
    const next = person?.waiting.pop();
    if (next === undefined) return;
    yield next;
    given.add(next);
    for (const name of next.asking.persons) {
      const own = persons.get(name);
      if (own !== undefined) own.lastTurn = turn;
    }
    begun.push(next.asking);
    count(next.asking, 1);
    const ended = begun.shift();
    if (ended !== undefined) count(ended, -1);
  }
}

/** In the order in which they came. */
function personsOf(
  waiters: Iterable<Waiter>,
  lastTurns: ReadonlyMap<string, number>,
): Map<string, Person> {
  const persons = new Map<string, Person>();
  for (const waiter of waiters) {
    for (const name of waiter.asking.persons) {
      const known = persons.get(name);
      const lastTurn = lastTurns.get(name) ?? 0;
      if (known === undefined) persons.set(name, { running: 0, lastTurn, waiting: [waiter] });
      else known.waiting.push(waiter);
    }
  }
  for (const person of persons.values())
    person.waiting = person.waiting.toReversed().toSorted((a, b) => b.asking.cost - a.asking.cost);
  return persons;
}

/** Whose turn it is; pieces that have had theirs are taken away on the way. */
function firstOf(persons: readonly Person[], given: ReadonlySet<Waiter>): Person | undefined {
  let first: Person | undefined;
  for (const person of persons) {
    const { waiting, running, lastTurn } = person;
    for (let last = waiting.at(-1); last !== undefined && given.has(last); last = waiting.at(-1))
      waiting.pop();
    if (waiting.length === 0) continue;
    const isBefore =
      first === undefined ||
      running < first.running ||
      (running === first.running && lastTurn < first.lastTurn);
    if (isBefore) first = person;
  }
  return first;
}
