import { expect, test } from 'vitest';
import { seededRandom } from '../../tests/support/random.ts';
import { inTurns, type Line, type Waiter } from './turn-order.ts';

/** A line of so many pieces, some of them of several persons. */
function drawnLine(seed: string, size: number): Line & { readonly waiters: readonly Waiter[] } {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const persons = Array.from({ length: 1 + below(8) }, (_, number) => `p${number}`);
  const askers = () =>
    new Set(Array.from({ length: 1 + below(2) }, () => persons[below(persons.length)] ?? ''));
  const asking = () => ({ persons: askers(), cost: below(6) });
  return {
    running: Array.from({ length: below(4) }, asking),
    waiters: Array.from({ length: size }, () => ({
      asking: asking(),
      admit: () => undefined,
    })),
    lastTurns: new Map(persons.map((person) => [person, below(4)])),
    turns: 10,
  };
}

/** The rule word by word, looking at everything anew for each turn. */
function plainly({ running, waiters, lastTurns, turns }: ReturnType<typeof drawnLine>): Waiter[] {
  const [runs, waits, last] = [[...running], [...waiters], new Map(lastTurns)];
  const first = new Map<string, number>();
  for (const { asking } of waiters)
    for (const person of asking.persons) if (!first.has(person)) first.set(person, first.size);
  const order: Waiter[] = [];
  while (waits.length > 0) {
    const [next] = waits
      .flatMap((waiter, place) =>
        [...waiter.asking.persons].map((person) => ({
          waiter,
          rank: [
            runs.filter(({ persons }) => persons.has(person)).length,
            last.get(person) ?? 0,
            first.get(person) ?? 0,
            waiter.asking.cost,
            place,
          ],
        })),
      )
      .toSorted(
        (a, b) => a.rank.map((own, at) => own - (b.rank[at] ?? 0)).find((by) => by !== 0) ?? 0,
      );
    if (next === undefined) break;
    order.push(next.waiter);
    waits.splice(waits.indexOf(next.waiter), 1);
    for (const person of next.waiter.asking.persons) last.set(person, turns + order.length);
    runs.push(next.waiter.asking);
    runs.shift();
  }
  return order;
}

test('turns come in the order of the rule, whoever waits for whatever', () => {
  for (let number = 0; number < 300; number++) {
    const line = drawnLine(`line ${number}`, 1 + (number % 25));
    const told = [...inTurns(line)].map((waiter) => line.waiters.indexOf(waiter));
    expect(told).toEqual(plainly(line).map((waiter) => line.waiters.indexOf(waiter)));
  }
});

test('each piece has one turn, and a line of which nobody waits has none', () => {
  const line = drawnLine('four hundred', 400);
  expect(new Set(inTurns(line)).size).toBe(400);
  expect([...inTurns({ ...line, waiters: [] })]).toEqual([]);
});
