import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import type { LaneLimits } from '../../platform/scheduler/lane.ts';
import { Scheduler, type QueuePosition } from '../../platform/scheduler/scheduler.ts';
import { SingleFlight, type Computation } from './single-flight.ts';

const refusal = ({ ahead, total, seconds, isWaiting }: QueuePosition) =>
  new AppError('too_many', 503, isWaiting ? 'Volte.' : 'Comece de novo.', {
    retryAfterSeconds: seconds,
    queue: { place: ahead + 1, total },
  });
/** Lanes with these numbers of slots and of waiting jobs. */
const schedulerOf = ({ short = 2, long = 1, waiting = 2 }) => {
  const lane = (slots: number): LaneLimits => ({ slots, share: slots, waiting });
  const other = lane(1);
  const lanes = {
    mainThread: other,
    lists: other,
    document: other,
    export: other,
    password: other,
    arrival: other,
  };
  return new Scheduler({
    lanes: { ...lanes, short: lane(short), medium: other, long: lane(long) },
    mediumFrom: 100,
    longFrom: 400,
  });
};
const requesterOf = (person: string) => ({ person, company: person });
const limits = {
  refusal,
  bytesOf: ({ length }: Buffer) => length,
  maxBytes: 1000,
  maxWaitMs: 5_000,
  heldPositionsPerUser: 5,
};
const singleFlight = (own: Partial<typeof limits> = {}, scheduler = schedulerOf({})) =>
  new SingleFlight<Buffer>({ ...limits, ...own, scheduler });
const staying = { requester: requesterOf('Ana'), signal: new AbortController().signal };

type Compute = Computation<Buffer>['compute'];

/** A short job. */
const wanted = (key: string, compute: Compute): Computation<Buffer> => ({
  key,
  cost: async () => 1,
  compute,
});

/** A computation that ends on `end`, or when it is aborted. */
function computation() {
  const gate = Promise.withResolvers<Buffer>();
  const stopped: unknown[] = [];
  let runs = 0;
  const compute: Compute = ({ signal }) => {
    runs += 1;
    signal?.addEventListener('abort', () => {
      stopped.push(signal.reason);
      gate.reject(signal.reason);
    });
    return gate.promise;
  };
  return {
    compute,
    stopped,
    runs: () => runs,
    end: (text: string) => gate.resolve(Buffer.from(text)),
  };
}

test('identical simultaneous queries are computed once, and not again afterwards', async () => {
  const answers = singleFlight();
  const { compute, runs, end } = computation();
  const requested = [1, 2, 3, 4, 5].map(() => answers.run(wanted('a', compute), staying));
  end('42');
  expect((await Promise.all(requested)).map(String)).toEqual(['42', '42', '42', '42', '42']);
  expect(String(await answers.run(wanted('a', compute), staying))).toBe('42');
  expect(runs()).toBe(1);
});

test('one reader that leaves stops nothing; the last one stops the computation', async () => {
  const answers = singleFlight();
  const { compute, stopped } = computation();
  const first = new AbortController();
  const second = new AbortController();
  const requested = [first, second].map(({ signal }) =>
    answers.run(wanted('a', compute), { ...staying, signal }),
  );
  first.abort(new Error('first left'));
  await expect(requested[0]).rejects.toThrow('first left');
  expect(stopped).toEqual([]);
  second.abort(new Error('second left'));
  await expect(requested[1]).rejects.toThrow('second left');
  expect(stopped).toHaveLength(1);
});

test('a query that arrives after all readers left starts a new computation', async () => {
  const answers = singleFlight();
  const left = new AbortController();
  const abandoned = computation();
  const requested = answers.run(wanted('a', abandoned.compute), {
    ...staying,
    signal: left.signal,
  });
  left.abort(new Error('left'));
  await expect(requested).rejects.toThrow('left');
  const again = computation();
  const requestedAgain = answers.run(wanted('a', again.compute), staying);
  again.end('new');
  expect(String(await requestedAgain)).toBe('new');
});

test('a failure rejects every waiting reader and is not cached', async () => {
  const answers = singleFlight();
  let turn = 0;
  const compute = async () => {
    turn += 1;
    await sleep(5);
    if (turn === 1) throw new Error('engine');
    return Buffer.from('ok');
  };
  const requested = [
    answers.run(wanted('a', compute), staying),
    answers.run(wanted('a', compute), staying),
  ];
  expect((await Promise.allSettled(requested)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(String(await answers.run(wanted('a', compute), staying))).toBe('ok');
});

test('results beyond the memory limit are evicted, the least recently read first', async () => {
  const answers = singleFlight({ maxBytes: 250 });
  const runs: string[] = [];
  const send = (key: string) =>
    answers.run(
      wanted(key, async () => {
        runs.push(key);
        return Buffer.alloc(99);
      }),
      staying,
    );
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await send(key);
  expect(runs).toEqual(['a', 'b', 'c', 'b']);
});

test('running and waiting queries are limited, and a further one is refused with its queue position', async () => {
  const answers = singleFlight();
  const computations = ['a', 'b', 'c', 'd'].map((key) => ({
    key,
    ...computation(),
  }));
  const requested = computations.map(({ key, compute }) =>
    answers.run(wanted(key, compute), staying),
  );
  await expect(answers.run(wanted('e', computation().compute), staying)).rejects.toMatchObject({
    status: 503,
    code: 'too_many',
    queue: { place: 5, total: 5 },
  });
  expect(computations.map(({ runs }) => runs())).toEqual([1, 1, 0, 0]);
  for (const { key, end } of computations) end(key);
  expect((await Promise.all(requested)).map(String)).toEqual(['a', 'b', 'c', 'd']);
});

test('a waiting query that is aborted frees its place in the queue', async () => {
  const answers = singleFlight({}, schedulerOf({ short: 1, waiting: 1 }));
  const inside = computation();
  const first = answers.run(wanted('a', inside.compute), staying);
  const leaving = new AbortController();
  const waiting = answers.run(wanted('c', computation().compute), {
    ...staying,
    signal: leaving.signal,
  });
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  const next = answers.run(
    wanted('d', async () => Buffer.from('d')),
    staying,
  );
  inside.end('a');
  expect(String(await first)).toBe('a');
  expect(String(await next)).toBe('d');
});

/** One slot: `a` runs, and Bia got a response with the queue position of `b` behind it. */
async function queuePlaces() {
  const answers = singleFlight({}, schedulerOf({ short: 1, waiting: 5 }));
  const [inside, waiting] = [computation(), computation()];
  const first = answers.run(wanted('a', inside.compute), staying);
  const again = (signal = staying.signal) =>
    answers.run(wanted('b', waiting.compute), {
      requester: requesterOf('Bia'),
      maxWaitMs: 1_000,
      signal,
    });
  const expectation = expect(again()).rejects.toMatchObject({
    code: 'too_many',
    retryAfterSeconds: 3,
    queue: { place: 2, total: 2 },
  });
  await vi.advanceTimersByTimeAsync(1_000);
  await expectation;
  return { answers, inside, waiting, first, again };
}

describe('a query that exceeds its maximum wait', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('gets its queue position, retains it, and a retry gets the result that was computed meanwhile', async () => {
    const { answers, inside, waiting, first, again } = await queuePlaces();
    const behind = computation();
    const last = answers.run(wanted('c', behind.compute), { requester: requesterOf('Caio') });
    inside.end('a');
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect([waiting.runs(), behind.runs()]).toEqual([1, 0]);
    const requested = again();
    waiting.end('b');
    behind.end('c');
    expect([String(await requested), String(await last)]).toEqual(['b', 'c']);
    expect(String(await again())).toBe('b');
    expect([waiting.runs(), answers.figures.refused]).toEqual([1, 1]);
  });

  test('loses its position half a minute after its retry was due', async () => {
    const { answers, inside, waiting } = await queuePlaces();
    await vi.advanceTimersByTimeAsync(32_000);
    expect(answers.figures.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(answers.figures.waiting).toBe(0);
    inside.end('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting.runs()).toBe(0);
  });

  test('gets its position even if its cost is unknown until its maximum wait ends', async () => {
    const answers = singleFlight({}, schedulerOf({ short: 1 }));
    const [inside, waiting] = [computation(), computation()];
    const first = answers.run(wanted('a', inside.compute), staying);
    const cost = Promise.withResolvers<number>();
    const requested = { ...wanted('b', waiting.compute), cost: () => cost.promise };
    const expectation = expect(
      answers.run(requested, { requester: requesterOf('Bia'), maxWaitMs: 0 }),
    ).rejects.toMatchObject({ queue: { place: 2, total: 2 } });
    await vi.advanceTimersByTimeAsync(500);
    cost.resolve(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await expectation;
    inside.end('a');
    await first;
  });

  test('retains its position while it retries, even if another client of the same query leaves', async () => {
    const { answers, inside, waiting, again } = await queuePlaces();
    for (let time = 0; time < 4; time++) {
      await vi.advanceTimersByTimeAsync(20_000);
      const expectation = expect(again()).rejects.toMatchObject({
        queue: { place: 2, total: 2 },
      });
      await vi.advanceTimersByTimeAsync(1_000);
      await expectation;
    }
    const leaving = new AbortController();
    const other = again(leaving.signal);
    leaving.abort(new Error('left'));
    await expect(other).rejects.toThrow('left');
    inside.end('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting.runs()).toBe(1);
    answers.close();
    expect(waiting.stopped).toHaveLength(1);
  });

  test('is refused if its user already has the maximum number of positions without a retry', async () => {
    const answers = singleFlight(
      { heldPositionsPerUser: 2 },
      schedulerOf({ short: 1, waiting: 9 }),
    );
    const inside = computation();
    const first = answers.run(wanted('a', inside.compute), staying);
    const resultOf = async (key: string, person = 'Bia') => {
      const refused = answers
        .run(wanted(key, computation().compute), {
          requester: requesterOf(person),
          maxWaitMs: 1_000,
        })
        .catch(({ message, retryAfterSeconds }: AppError) => `${message} ${retryAfterSeconds}`);
      await vi.advanceTimersByTimeAsync(1_000);
      return refused;
    };
    const sentences = [];
    for (const key of ['b', 'c', 'd', 'b', 'd']) sentences.push(await resultOf(key));
    const [stored, not] = ['Volte. 3', 'Comece de novo. 5'];
    expect(sentences).toEqual([stored, stored, not, stored, not]);
    expect(answers.figures.waiting).toBe(2);
    expect(await resultOf('e', 'Caio')).toBe('Volte. 3');
    answers.close();
    expect(answers.figures.waiting).toBe(0);
    inside.end('a');
    await first;
  });

  test('has no maximum wait once it runs', async () => {
    const { inside, waiting, again } = await queuePlaces();
    inside.end('a');
    await vi.advanceTimersByTimeAsync(0);
    const requested = again();
    await vi.advanceTimersByTimeAsync(20_000);
    waiting.end('b');
    expect(String(await requested)).toBe('b');
  });
});

test('closing stops only computations without readers', async () => {
  const answers = singleFlight();
  const read = computation();
  const requested = answers.run(wanted('a', read.compute), staying);
  answers.close();
  expect(read.stopped).toEqual([]);
  read.end('read');
  expect(String(await requested)).toBe('read');
});

test('an expensive query runs in the lane of long ones, and its cost is estimated once', async () => {
  const answers = singleFlight();
  const results: string[] = [];
  let costs = 0;
  const long: Computation<Buffer> = {
    key: 'a',
    cost: async () => {
      costs += 1;
      return 500;
    },
    compute: async (_limits, lane) => {
      results.push(lane);
      return Buffer.from('a');
    },
  };
  await Promise.all([
    answers.run(long, staying),
    answers.run(long, { requester: requesterOf('Bia') }),
  ]);
  await answers.run(long, staying);
  expect([results, costs]).toEqual([['long'], 1]);
});

test.each([
  [99, undefined, 'short'],
  [100, undefined, 'medium'],
  [100, 'long', 'long'],
  [99, 'long', 'short'],
] as const)(
  'a cost of %i rows on the threads %s takes the lane %s',
  async (cost, threads, lane) => {
    const answers = singleFlight();
    const compute: Compute = async (given, own) => {
      expect([own, given.lane]).toEqual([lane, threads ?? lane]);
      expect(answers.figures.running).toBe(1);
      return Buffer.from('a');
    };
    const context = threads === undefined ? staying : { ...staying, lane: threads };
    await answers.run({ key: 'a', cost: async () => cost, compute }, context);
    expect.assertions(2);
  },
);
