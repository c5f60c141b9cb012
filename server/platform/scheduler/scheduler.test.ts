import { performance as nodePerformance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { Lane, type LaneLimits } from './lane.ts';
import { Scheduler, usualLimits, type LaneName, type QueuePosition } from './scheduler.ts';

const lane: LaneLimits = { slots: 2, share: 2, waiting: 20 };
const one: LaneLimits = { slots: 1, share: 1, waiting: 20 };
const lanes = {
  short: lane,
  medium: one,
  long: one,
  mainThread: one,
  lists: one,
  document: one,
  export: lane,
  password: lane,
  arrival: one,
};
const refusal = ({ ahead, total, seconds, isLong, isWaiting }: QueuePosition) =>
  new AppError('busy', 503, `${isLong ? 'Longa' : 'Curta'}${isWaiting ? ', na fila' : ''}.`, {
    retryAfterSeconds: seconds,
    queue: { place: ahead + 1, total },
  });
const staying = new AbortController().signal;

interface JobOptions {
  readonly cost?: number;
  readonly lane?: LaneName;
  readonly signal?: AbortSignal;
  readonly maxWaitMs?: number;
}

/**
 * Jobs that end on demand; `begun` lists those that started. In a job's name such as `b2`, the first letter is the
 * person; in `xa3`, the first is the company and the second the person.
 */
function scheduled(own: Partial<Record<LaneName, LaneLimits>> = {}, longFrom = 100) {
  const scheduler = new Scheduler({ lanes: { ...lanes, ...own }, mediumFrom: 100, longFrom });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const submit = (name: string, { cost = 1, signal = staying, ...rest }: JobOptions = {}) => {
    const letters = /^[a-z]+/.exec(name)?.[0] ?? '';
    const requesters = new Map([[letters, letters.charAt(0)]]);
    const work = () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    const job = { lane: scheduler.laneOf(cost), requesters, cost, refusal, signal, ...rest };
    const result = scheduler.run(work, job);
    result.catch(() => refused.push(name));
    return { result, requesters };
  };
  const end = async (...names: readonly string[]) => {
    for (const name of names) {
      ends.get(name)?.();
      await settled();
    }
  };
  return { scheduler, begun, refused, submit, end };
}

/** An event loop that works for this share of the time, all of it at first. */
function workingLoop() {
  const loop = { utilization: 1 };
  const spy = vi.spyOn(nodePerformance, 'eventLoopUtilization').mockImplementation((before) => {
    const active = performance.now() * loop.utilization - (before?.active ?? 0);
    return { active, idle: 0, utilization: loop.utilization };
  });
  onTestFinished(() => spy.mockRestore());
  return loop;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const settled = () => new Promise((resolve) => setImmediate(resolve));
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${name}${number}`);

test('a medium query waits for no long one, and a short one for neither', () => {
  const { scheduler, begun, submit } = scheduled({}, 1000);
  submit('a1', { cost: 1000 });
  submit('b1', { cost: 1000 });
  submit('c1', { cost: 999 });
  const { requesters } = submit('d1', { cost: 100 });
  submit('e1', { cost: 99 });
  expect(begun).toEqual(['a1', 'c1', 'e1']);
  expect(scheduler.positionOf(requesters)).toMatchObject({ ahead: 1, isLong: false });
});

test('a query that counts on the threads of long ones takes their slot, unless it is short', () => {
  const scheduler = new Scheduler();
  const rows = [499_999, 500_000, 7_999_999, 8_000_000];
  expect(rows.map((of) => scheduler.laneOf(of))).toEqual(['short', 'medium', 'medium', 'long']);
  const precomputed = rows.map((of) => scheduler.laneOf(of, 'long'));
  expect(precomputed).toEqual(['short', 'long', 'long', 'long']);
});

test('short work never waits for long work', async () => {
  const { begun, submit, end } = scheduled();
  for (const name of ['a1', 'a2', 'a3']) submit(name, { cost: 500 });
  submit('b1');
  submit('b2');
  expect(begun).toEqual(['a1', 'b1', 'b2']);
  await end('a1', 'a2', 'a3', 'b1', 'b2');
  expect(begun).toHaveLength(5);
});

test('a person with one job goes before the second job of a person with a hundred', async () => {
  const { begun, submit, end } = scheduled({ short: { ...lane, waiting: 200 } });
  for (const name of numbered('a', 100)) submit(name);
  submit('b0', { cost: 50 });
  submit('c0', { cost: 60 });
  await end('a0', 'a1');
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0']);
  await end('b0');
  expect(begun.at(-1)).toBe('a2');
});

test('five keys of one company with 118 jobs each: a stranger waits for one running job at most', async () => {
  const { begun, refused, submit, end } = scheduled({
    short: { slots: 6, share: 2, waiting: 400 },
  });
  for (let number = 0; number < 118; number++)
    for (const key of ['ka', 'kb', 'kc', 'kd', 'ke']) submit(`${key}${number}`);
  expect([begun.length, refused.length]).toEqual([6, 0]);
  submit('s0');
  expect(begun.includes('s0')).toBe(false);
  await end(begun[0] ?? '');
  expect(begun.at(-1)).toBe('s0');
  // Of 591 jobs, six ran and 400 could wait. All others belonged to the company.
  expect(refused).toHaveLength(185);
  expect(refused.every((name) => name.startsWith('k'))).toBe(true);
});

test('while others are active a company and a person hold only their share', async () => {
  const { begun, submit, end } = scheduled({ short: { slots: 6, share: 2, waiting: 400 } });
  for (const name of numbered('xa', 20)) submit(name);
  expect(begun).toHaveLength(6);
  submit('s0');
  await end('xa0', 's0', 'xa1', 'xa2', 'xa3');
  // Two jobs of the company run, and the other user gets slots at once.
  expect(begun).toEqual(['xa0', 'xa1', 'xa2', 'xa3', 'xa4', 'xa5', 's0']);
  submit('s1');
  submit('s2');
  submit('s3');
  expect(begun.slice(7)).toEqual(['s1', 's2']);
  await end('xa4');
  expect(begun.at(-1)).toBe('xa6');
});

test('persons of one company hold its share together while another company is active', () => {
  const { begun, submit } = scheduled({ short: { slots: 6, share: 2, waiting: 400 } });
  submit('s0');
  for (const name of ['xa0', 'xb0', 'xc0']) submit(name);
  expect(begun).toEqual(['s0', 'xa0', 'xb0']);
});

test('a person holds only a share while a colleague is active', () => {
  const { begun, submit } = scheduled({ short: { slots: 6, share: 2, waiting: 400 } });
  submit('xb0');
  for (const name of numbered('xa', 6)) submit(name);
  expect(begun).toEqual(['xb0', 'xa0', 'xa1']);
});

test.each(['medium', 'long', 'export'] as const)(
  'of the lane %s a company holds one slot while another is active',
  (name) => {
    const { begun, submit } = scheduled({ [name]: usualLimits.lanes[name] });
    submit('s0');
    for (const job of ['xa0', 'xb0']) submit(job, { lane: name });
    expect(begun).toEqual(['s0', 'xa0']);
  },
);

test('a person streams one export at a time', () => {
  const { begun, submit } = scheduled({ export: usualLimits.lanes.export });
  for (const name of numbered('a', 2)) submit(name, { lane: 'export' });
  expect(begun).toEqual(['a0']);
});

test('an idle lane forgets whom it served', async () => {
  const { begun, submit, end } = scheduled({ short: one });
  submit('a0');
  await end('a0');
  for (const name of ['c0', 'a1', 'b0']) submit(name);
  await end('c0');
  expect(begun).toEqual(['a0', 'c0', 'a1']);
});

test('work for no user leaves a person all other slots', () => {
  const { begun, submit } = scheduled({ short: { slots: 6, share: 2, waiting: 400 } });
  // A name without letters has the requester of precomputed responses.
  submit('0');
  for (const name of numbered('xa', 20)) submit(name);
  expect(begun).toHaveLength(6);
});

test('the requests of an open screen leave the other person all slots', () => {
  const { begun, submit } = scheduled({ short: { slots: 6, share: 2, waiting: 400 } });
  submit('s0', { lane: 'arrival' });
  for (const name of numbered('xa', 20)) submit(name);
  expect(begun).toHaveLength(1 + 6);
});

test('a person whose requests start apart delays no colleague’s, also while other companies are active', () => {
  const { begun, submit } = scheduled({ arrival: usualLimits.lanes.arrival });
  submit('s0');
  submit('t0');
  for (const name of numbered('xa', 3)) submit(name, { lane: 'arrival' });
  submit('xb0', { lane: 'arrival' });
  expect(begun).toEqual(['s0', 't0', 'xa0', 'xb0']);
});

test('a lane that is never idle discards records of persons whom it served long ago', async () => {
  const { scheduler } = scheduled({ arrival: lane });
  const start = (person: string) => {
    const requesters = new Map([[person, person]]);
    return scheduler.acquire({ lane: 'arrival', requesters, cost: 1, refusal, signal: staying });
  };
  await start('stays');
  (await start('first'))();
  for (const person of numbered('network', 10_000)) (await start(person))();
  const free = await start('last');
  const next = Promise.race(
    ['first', 'new'].map(async (person) => {
      await start(person);
      return person;
    }),
  );
  free();
  // Both count as never served.
  expect(await next).toBe('first');
});

test('a request that is refused at its start counts as no refused search', async () => {
  const { scheduler, refused, submit } = scheduled({ arrival: { ...one, waiting: 1 } });
  for (const name of numbered('a', 3)) submit(name, { lane: 'arrival' });
  await settled();
  expect([refused.length, scheduler.figures('short').refused]).toEqual([1, 0]);
});

test('fourteen laudos of one account and one of another: the other’s is second', async () => {
  const { begun, submit, end } = scheduled();
  for (const name of numbered('a', 14)) submit(name, { lane: 'document' });
  submit('b0', { lane: 'document' });
  await end('a0', 'b0', 'a1');
  expect(begun).toEqual(['a0', 'b0', 'a1', 'a2']);
});

test('persons of one company share what it has', async () => {
  const { begun, submit, end } = scheduled({ short: { slots: 3, share: 2, waiting: 400 } });
  for (const name of numbered('xa', 20)) submit(name);
  submit('xb0');
  submit('y0');
  await end('xa0', 'xa1');
  expect(begun.slice(3)).toEqual(['y0', 'xb0']);
});

test('each person’s cheapest job goes first', async () => {
  const { begun, submit, end } = scheduled();
  submit('a1', { cost: 300 });
  const costs = { a2: 300, a3: 200, b1: 900, b2: 800, c1: 999 };
  for (const [name, cost] of Object.entries(costs)) submit(name, { cost });
  await end('a1', 'b2', 'c1', 'a3', 'b1');
  expect(begun).toEqual(['a1', 'b2', 'c1', 'a3', 'b1', 'a2']);
});

test('a job that someone else joins starts in that person’s turn', async () => {
  const { begun, submit, end } = scheduled();
  submit('a1', { cost: 100 });
  submit('a2', { cost: 200 });
  submit('a3', { cost: 900 }).requesters.set('b', 'b');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});

describe('when the queue is full', () => {
  const four = { short: { ...lane, waiting: 4 } };

  test('the newest job of the heaviest user is dropped, not the newcomer’s', async () => {
    const { begun, refused, submit, end } = scheduled(four);
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b0', 'a4']) submit(name);
    submit('c0');
    await settled();
    expect(refused).toEqual(['a4']);
    submit('d0');
    await settled();
    expect(refused).toEqual(['a4', 'a3']);
    await end('a0', 'a1', 'b0', 'c0', 'd0');
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'd0', 'a2']);
  });

  test('a job that started is not dropped, but the newest that waits', async () => {
    const { refused, submit, end } = scheduled(four);
    for (const name of numbered('a', 6)) submit(name);
    await end('a0');
    for (const name of ['b0', 'c0']) submit(name);
    await settled();
    expect(refused).toEqual(['a5']);
  });

  test('a user whose jobs all run loses none, and keeps no newcomer out', async () => {
    const { refused, submit } = scheduled({ short: { slots: 6, share: 6, waiting: 2 } });
    for (const name of numbered('a', 6)) submit(name);
    for (const name of ['b0', 'b1', 'c0']) submit(name);
    await settled();
    expect(refused).toEqual(['b1']);
  });

  test('a company’s running jobs count, too', async () => {
    const { refused, submit } = scheduled(four);
    for (const name of ['xa0', 'xb0', 'xa1', 'xb1', 'y0', 'y1', 'y2']) submit(name);
    await settled();
    expect(refused).toEqual(['xb1']);
  });

  test('the heaviest user’s own next job is refused, with its position', async () => {
    const { submit } = scheduled(four);
    for (const name of numbered('a', 6)) submit(name);
    await expect(submit('a6').result).rejects.toMatchObject({
      status: 503,
      message: 'Curta.',
      queue: { place: 7, total: 7 },
    });
  });

  test('the job to drop of a flood is found without a walk over the queue', () => {
    const full = new Lane({ ...lane, waiting: 1_000 }, () => ({ persons: 1, companies: 1 }));
    let [dropped, read] = [0, 0];
    const requesters = new Map([['a', 'a']]);
    const newJob = () => ({
      cost: 1,
      get requesters() {
        read += 1;
        return requesters;
      },
    });
    const join = () =>
      full.join({ job: newJob(), start: () => undefined, drop: () => (dropped += 1) });
    for (let number = 0; number < 1_002; number++) join();
    read = 0;
    for (let number = 0; number < 4_000; number++) join();
    // A walk would read each of the 1,000 waiting jobs for each arrival.
    expect(read).toBeLessThan(100 * 4_000);
    expect([full.waiting, dropped]).toEqual([1_000, 4_000]);
  });

  test('a company counts as one user, and in it the heaviest person loses', async () => {
    const { refused, submit } = scheduled(four);
    for (const name of ['xa0', 'xa1', 'xa2', 'xa3', 'xb0', 'y0']) submit(name);
    submit('z0');
    await settled();
    expect(refused).toEqual(['xa3']);
    submit('w0');
    await settled();
    expect(refused).toEqual(['xa3', 'xa2']);
  });

  test('a job that another company shares is not dropped for its first user', async () => {
    const { refused, submit } = scheduled(four);
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) submit(name);
    submit('a5').requesters.set('b', 'b');
    submit('c0');
    await settled();
    expect(refused).toEqual(['a4']);
  });

  test('a colleague loses if all jobs of the heaviest person are shared', async () => {
    const { refused, submit } = scheduled(four);
    for (const name of ['xa0', 'xa1', 'xb0', 'xb1']) submit(name);
    for (const name of ['xa2', 'xa3']) submit(name).requesters.set('y', 'y');
    submit('z0');
    await settled();
    expect(refused).toEqual(['xb1']);
  });
});

test('a job that leaves makes room, and work that fails frees its slot', async () => {
  const { scheduler, begun, submit, end } = scheduled();
  submit('a1', { cost: 500 });
  const leaving = new AbortController();
  const left = submit('b1', { cost: 500, signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(left.result).rejects.toThrow('left');
  const failing = scheduler.run(() => Promise.reject(new Error('no')), {
    lane: 'long',
    requesters: new Map([['c', 'c']]),
    cost: 500,
    refusal,
    signal: staying,
  });
  const last = submit('d1', { cost: 500 });
  const refused = expect(failing).rejects.toThrow('no');
  await end('a1');
  await refused;
  expect(begun).toEqual(['a1', 'd1']);
  await end('d1');
  expect(await last.result).toBe('d1');
});

test('the position follows from the order of jobs', async () => {
  const { scheduler, begun, submit, end } = scheduled({ long: lane });
  const costs = { a1: 100, a2: 100, a3: 400, a4: 300, b1: 900, b2: 800, c1: 999 };
  const requested = new Map(
    Object.entries(costs).map(([name, cost]) => [name, submit(name, { cost })]),
  );
  const positionOf = (name: string) => {
    const position = scheduler.positionOf(requested.get(name)?.requesters ?? new Map());
    return position && [position.ahead + 1, position.total];
  };
  const expected = ['b2', 'c1', 'a4', 'b1', 'a3'];
  expect(expected.map(positionOf)).toEqual([3, 4, 5, 6, 7].map((place) => [place, 7]));
  await end('a1', 'a2', ...expected.slice(0, 3));
  expect(begun.slice(2)).toEqual(expected);
  expect([positionOf('a3'), positionOf('a1')]).toEqual([undefined, undefined]);
});

test('the job that has run longest ends first, and the positions follow from the others', async () => {
  const { scheduler, begun, submit, end } = scheduled({ short: { ...lane, slots: 3, share: 3 } });
  for (const name of ['a1', 'a2', 'b1']) submit(name);
  const b2 = submit('b2');
  const a3 = submit('a3');
  // Once a1 ends, each has one running job, and a was served before b.
  const places = [a3, b2].map(({ requesters }) => scheduler.positionOf(requesters)?.ahead);
  expect(places).toEqual([3, 4]);
  await end('a1');
  expect(begun.at(-1)).toBe('a3');
});

test('a slot is freed once, and a job that was aborted before takes none', async () => {
  const { scheduler, begun, submit } = scheduled({ short: one });
  const of = { lane: 'short', cost: 1, refusal } as const;
  const requesters = new Map([['a', 'a']]);
  const aborted = AbortSignal.abort(new Error('gone'));
  await expect(scheduler.acquire({ ...of, requesters, signal: aborted })).rejects.toThrow('gone');
  const free = await scheduler.acquire({ ...of, requesters, signal: staying });
  submit('b1');
  submit('b2');
  free();
  free();
  await settled();
  expect(begun).toEqual(['b1']);
  expect(scheduler.figures('short')).toMatchObject({ running: 1, waiting: 1 });
});

test('the queue position among 400 persons is computed quickly', () => {
  const { scheduler, submit } = scheduled({ short: { ...lane, waiting: 500 } });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
  const persons = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const requested = persons.slice(0, 402).map((person) => submit(person));
  const begunAt = performance.now();
  expect(scheduler.positionOf(requested.at(-1)?.requesters ?? new Map())?.total).toBe(402);
  expect(performance.now() - begunAt).toBeLessThan(250);
});

describe('with a clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the retry delay follows from the cost of the jobs before and the duration of past jobs', async () => {
    const { scheduler, submit, end } = scheduled();
    const endNow = (name: string) => {
      void end(name);
      return pass(0);
    };
    submit('a1', { cost: 100 });
    const z1 = submit('z1', { cost: 9_000 });
    const seconds = (of: { readonly requesters: Map<string, string> }) =>
      scheduler.positionOf(of.requesters)?.seconds;
    expect(seconds(z1)).toBe(5);
    submit('b1', { cost: 200 });
    submit('c1', { cost: 6_700 });
    await pass(2_000);
    // a1 took 20 ms for each of its 100; z1 starts. The jobs before d1 cost 15,900, which takes more than the maximum
    // of 30 s.
    await endNow('a1');
    expect(seconds(z1)).toBeUndefined();
    const d1 = submit('d1', { cost: 100 });
    expect(seconds(d1)).toBe(30);
    await pass(9_000);
    // z1 took 1 ms for each of its 9,000: (0.7 × 2,000 + 9,000) / (0.7 × 100 + 9,000) = 1.147, and the jobs before d1
    // cost 6,900.
    await endNow('z1');
    expect(seconds(d1)).toBe(8);
  });

  test('a refused job’s delay counts all jobs before it, which the slots share', async () => {
    const { begun, submit, end } = scheduled({ long: { ...lane, waiting: 2 } });
    submit('a1', { cost: 1_000 });
    await pass(2_000);
    void end('a1');
    await pass(0);
    // A job without an estimate has no part in the pace: 2 ms for each of the cost, on two slots.
    submit('a2', { cost: Infinity });
    await pass(9_000);
    void end('a2');
    await pass(0);
    for (const name of ['b1', 'c1', 'b2', 'c2']) submit(name, { cost: 2_500 });
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
    await expect(submit('b3', { cost: 2_500 }).result).rejects.toMatchObject({
      retryAfterSeconds: 10,
    });
  });

  test('a job that waits too long is refused', async () => {
    const { scheduler, submit } = scheduled();
    submit('a1', { cost: 500 });
    const refused = expect(submit('b1', { cost: 500, maxWaitMs: 1_000 }).result).rejects.toThrow(
      'Longa.',
    );
    await pass(999);
    expect(scheduler.figures('long')).toEqual({ running: 1, waiting: 1, refused: 0 });
    await pass(1);
    await refused;
    expect(scheduler.figures('long')).toEqual({ running: 1, waiting: 0, refused: 1 });
  });

  test('a job that started in time is refused by no timer', async () => {
    const { scheduler, submit } = scheduled();
    submit('a1', { maxWaitMs: 1_000 });
    await pass(2_000);
    expect(scheduler.figures('short')).toEqual({ running: 1, waiting: 0, refused: 0 });
  });

  test('a lane with rests stays empty after a job for as long as the event loop worked', async () => {
    const { begun, submit, end } = scheduled({ mainThread: usualLimits.lanes.mainThread });
    const loop = workingLoop();
    submit('a1', { lane: 'mainThread' });
    submit('a2', { lane: 'mainThread' });
    await pass(100);
    void end('a1');
    await pass(99);
    // A job that arrives meanwhile does not end the rest.
    submit('b1', { lane: 'mainThread' });
    expect(begun).toEqual(['a1']);
    await pass(1);
    expect(begun).toEqual(['a1', 'b1']);
    // For a quarter of a second at most.
    await pass(1_000);
    void end('b1');
    await pass(249);
    expect(begun).toEqual(['a1', 'b1']);
    await pass(1);
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    // Not for as long as it waited for another machine.
    loop.utilization = 0;
    submit('b2', { lane: 'mainThread' });
    await pass(1_000);
    void end('a2');
    await pass(1);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2']);
  });

  test('a rest counts against the person and company whose job ended, also with free slots', async () => {
    const { begun, submit, end } = scheduled({ lists: usualLimits.lanes.lists });
    workingLoop();
    for (const name of ['xa1', 'yc1', 'xa2', 'xb1']) submit(name, { lane: 'lists' });
    expect(begun).toEqual(['xa1', 'yc1']);
    await pass(100);
    void end('xa1');
    await pass(1);
    submit('xa3', { lane: 'lists' });
    await pass(98);
    expect(begun).toEqual(['xa1', 'yc1']);
    await pass(1);
    expect(begun).toEqual(['xa1', 'yc1', 'xb1']);
  });

  test('ten seconds after the others’ last job a company has the whole lane again', async () => {
    const { begun, submit, end } = scheduled({ short: { slots: 3, share: 1, waiting: 400 } });
    submit('s0');
    void end('s0');
    await pass(0);
    for (const name of numbered('a', 6)) submit(name);
    expect(begun).toEqual(['s0', 'a0']);
    await pass(10_001);
    void end('a0');
    await pass(0);
    expect(begun).toEqual(['s0', 'a0', 'a1', 'a2', 'a3']);
  });

  test('a refused person is active no longer than one whose job ended', async () => {
    const { begun, refused, submit } = scheduled({ short: { slots: 3, share: 1, waiting: 400 } });
    // Work for no user takes the only slot.
    submit('0', { lane: 'document' });
    submit('s0', { lane: 'document', maxWaitMs: 1_000 });
    await pass(1_000);
    expect(refused).toEqual(['s0']);
    await pass(10_001);
    for (const name of numbered('a', 3)) submit(name);
    expect(begun).toEqual(['0', 'a0', 'a1', 'a2']);
  });
});
