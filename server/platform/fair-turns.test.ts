import { expect, test, vi } from 'vitest';
import { AppError } from './errors.ts';
import { FairTurns, type LinePlace, type TurnLimits } from './fair-turns.ts';
import type { Asking } from './turn-order.ts';

const limits: TurnLimits = {
  short: { atOnce: 2, waitingOfOne: 10 },
  long: { atOnce: 1, waitingOfOne: 3 },
  longFrom: 100,
  waiting: 20,
  refusal: ({ ahead, total, seconds, isLong }: LinePlace) =>
    new AppError('busy', 503, isLong ? 'Longa.' : 'Curta.', {
      retryAfterSeconds: seconds,
      queue: { place: ahead + 1, total },
    }),
};
const staying = new AbortController().signal;

/** Turns whose work ends when it is told to; what has begun is told by name. */
function line(own: Partial<TurnLimits> = {}) {
  const turns = new FairTurns({ ...limits, ...own });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (
    name: string,
    cost: number,
    persons: ReadonlySet<string> = new Set(name.charAt(0)),
    signal = staying,
  ) => {
    const asking: Asking = { persons, cost };
    const work = () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    return turns.run(work, asking, signal);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { turns, begun, ask, end };
}

test('short work never waits for long work, however much of that there is', async () => {
  const { begun, ask, end } = line();
  const asked = [ask('a1', 500), ask('a2', 500), ask('a3', 500), ask('b1', 1), ask('b2', 2)];
  expect(begun).toEqual(['a1', 'b1', 'b2']);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) await end(name);
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
});

test('a person with one question goes before the second of one with a hundred', async () => {
  const { begun, ask, end } = line({
    short: { atOnce: 2, waitingOfOne: 200 },
    waiting: 200,
  });
  for (let number = 0; number < 100; number++) void ask(`a${number}`, 1);
  void ask('b0', 50);
  void ask('c0', 60);
  await end('a0');
  await end('a1');
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0']);
  await end('b0');
  expect(begun.at(-1)).toBe('a2');
});

test('persons take turns, and of his own each has the cheapest first', async () => {
  const { begun, ask, end } = line();
  void ask('a1', 300);
  for (const [name, cost] of [
    ['a2', 300],
    ['a3', 200],
    ['b1', 900],
    ['b2', 800],
    ['c1', 999],
  ] as const)
    void ask(name, cost);
  for (const name of ['a1', 'b2', 'c1', 'a3', 'b1']) await end(name);
  expect(begun).toEqual(['a1', 'b2', 'c1', 'a3', 'b1', 'a2']);
});

test('what somebody else joins has his turn, too', async () => {
  const { begun, ask, end } = line();
  const persons = new Set(['a']);
  void ask('a1', 100);
  void ask('a2', 200);
  void ask('a3', 900, persons);
  persons.add('b');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});

test('beyond what one person may have waiting his work is refused, and nobody else’s', async () => {
  const { turns, ask } = line();
  for (let number = 0; number < 4; number++) void ask(`a${number}`, 500);
  await expect(ask('a4', 500)).rejects.toMatchObject({
    status: 503,
    message: 'Longa.',
    queue: { place: 5, total: 5 },
  });
  void ask('a5', 5);
  void ask('b0', 500);
  expect(turns.figures).toEqual({ running: 2, waiting: 4, refused: 1 });
});

test('beyond what may wait at all everything is refused', async () => {
  const { ask } = line({ waiting: 2 });
  for (const name of ['a', 'b', 'c']) void ask(name, 500);
  await expect(ask('d', 500)).rejects.toMatchObject({ status: 503 });
});

test('one that leaves makes room and is given no turn, and failing work gives its turn on', async () => {
  const { turns, begun, ask, end } = line();
  void ask('a1', 500);
  const leaving = new AbortController();
  const left = ask('b1', 500, new Set('b'), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  const failing = turns.run(
    () => Promise.reject(new Error('no')),
    { persons: new Set(['c']), cost: 500 },
    staying,
  );
  const last = ask('d1', 500);
  const refused = expect(failing).rejects.toThrow('no');
  await end('a1');
  await refused;
  expect(begun).toEqual(['a1', 'd1']);
  await end('d1');
  expect(await last).toBe('d1');
});

test('whoever does not wait any longer is told how many go before him, in the order of turns', async () => {
  const { turns, begun, ask, end } = line({
    long: { atOnce: 2, waitingOfOne: 10 },
  });
  const persons = new Map<string, ReadonlySet<string>>();
  const wait = (name: string, cost: number) => {
    const own = new Set(name.charAt(0));
    persons.set(name, own);
    void ask(name, cost, own);
  };
  for (const [name, cost] of [
    ['a1', 100],
    ['a2', 100],
    ['a3', 400],
    ['a4', 300],
    ['b1', 900],
    ['b2', 800],
    ['c1', 999],
  ] as const)
    wait(name, cost);
  const placeOf = (name: string) => {
    const place = turns.placeOf(persons.get(name) ?? new Set());
    return place && turns.refusal(place).queue;
  };
  const expected = ['b2', 'c1', 'a4', 'b1', 'a3'];
  const told = expected.map(placeOf);
  expect(told).toEqual([3, 4, 5, 6, 7].map((place) => ({ place, total: 7 })));
  for (const name of ['a1', 'a2', ...expected.slice(0, 3)]) await end(name);
  expect(begun.slice(2)).toEqual(expected);
  expect([placeOf('a3'), placeOf('a1')]).toEqual([undefined, undefined]);
  expect(turns.figures.refused).toBe(5);
});

test('when to come back follows from what stands before and from how long the like of it took', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { turns, ask, end } = line();
    const waiting = new Set(['z']);
    const seconds = () => turns.placeOf(waiting)?.seconds;
    void ask('a1', 100);
    void ask('z1', 9_000, waiting);
    expect(seconds()).toBe(5);
    void ask('b1', 200);
    void ask('c1', 6_000);
    vi.advanceTimersByTime(2_000);
    // 20 ms for each of its 100; z1 begins. Before d1 stand 15,200, which is more than the half minute that is told at most.
    await end('a1');
    expect(seconds()).toBeUndefined();
    const last = new Set(['d']);
    void ask('d1', 100, last);
    expect(turns.placeOf(last)?.seconds).toBe(30);
    vi.advanceTimersByTime(9_000);
    // Its 9,000 took 1 ms each: (0.7 × 2,000 + 9,000) / (0.7 × 100 + 9,000) = 1.147 by now, and 6,200 stand before d1.
    await end('z1');
    expect(turns.placeOf(last)?.seconds).toBe(8);
  } finally {
    vi.useRealTimers();
  }
});
