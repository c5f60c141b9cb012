import { setTimeout as sleep } from 'node:timers/promises';
import { type Warehouse, WarehouseError } from '../../server/platform/warehouse/warehouse.ts';

/** The result of a mixed workload; `wrong` lists every incorrect response. */
export interface WorkloadResult {
  readonly answers: number;
  readonly failures: number;
  readonly timeouts: number;
  readonly aborts: number;
  readonly inserts: number;
  readonly streams: number;
  readonly wrong: readonly string[];
  readonly rssMegabytes: { readonly afterWarmUp: number; readonly atEnd: number };
}

type Tally = { -readonly [Name in keyof WorkloadResult]: WorkloadResult[Name] } & {
  wrong: string[];
};

const groups = 10;
const seededRows = 200_000;
const endless = 'select count() from numbers(100000000000) where sipHash64(number) = 1';

/**
 * Callers that query, insert and stream concurrently, each for a number of rounds, with queries among them that fail
 * half-way, time out or are aborted. Every response can be computed by hand. The first third of the rounds is the
 * warm-up.
 */
export async function runWorkload(
  warehouse: Warehouse,
  options: { readonly callers: number; readonly turns: number },
): Promise<WorkloadResult> {
  await seed(warehouse);
  const tally = emptyTally();
  const turns = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: options.callers }, async (_, caller) => {
        for (let turn = from; turn < to; turn += 1) {
          await takeTurn(warehouse, tally, { caller, turn });
        }
      }),
    );
  const warmUp = Math.ceil(options.turns / 3);
  await turns(0, warmUp);
  const afterWarmUp = process.memoryUsage.rss() / 1e6;
  await turns(warmUp, options.turns);
  tally.rssMegabytes = { afterWarmUp, atEnd: process.memoryUsage.rss() / 1e6 };
  await checkInserts(warehouse, tally);
  return tally;
}

interface Turn {
  readonly caller: number;
  readonly turn: number;
}

function takeTurn(warehouse: Warehouse, tally: Tally, at: Turn): Promise<void> {
  const kind = (at.turn * 7 + at.caller * 3) % 20;
  if (kind === 0) return failHalfWay(warehouse, tally);
  if (kind === 1) return runOutOfTime(warehouse, tally);
  if (kind === 2) return giveUp(warehouse, tally, at);
  if (kind === 3) return insert(warehouse, tally, at);
  if (kind === 4) return readStream(warehouse, tally, at);
  return send(warehouse, tally, at);
}

async function send(warehouse: Warehouse, tally: Tally, { caller, turn }: Turn): Promise<void> {
  const group = turn % groups;
  const echo = `${caller}/${turn}`;
  const rows = await warehouse.rows({
    text: `select {echo:String} as echo, count() as rows, sum(value) as total
      from workload where group = {group:UInt8}`,
    params: { echo, group },
  });
  const count = seededRows / groups;
  // The values of a group are group, group + 10, group + 20 …
  const total = count * group + (groups * count * (count - 1)) / 2;
  check(tally, rows, [{ echo, rows: count, total }]);
  tally.answers += 1;
}

async function failHalfWay(warehouse: Warehouse, tally: Tally): Promise<void> {
  const text = `select throwIf(number = 50000) as stale, number from numbers(60000)
    settings max_block_size = 1000`;
  check(tally, await codeOf(warehouse.rows({ text })), 395);
  tally.failures += 1;
}

async function runOutOfTime(warehouse: Warehouse, tally: Tally): Promise<void> {
  check(tally, await codeOf(warehouse.rows({ text: endless }, { timeoutMs: 60 })), 159);
  tally.timeouts += 1;
}

async function giveUp(warehouse: Warehouse, tally: Tally, { turn }: Turn): Promise<void> {
  const abort = new AbortController();
  const reason = new Error('given up');
  const request = warehouse.rows({ text: endless }, { signal: abort.signal, threads: 2 });
  const outcome = request.catch((error: unknown) => error);
  await sleep(turn % 60);
  abort.abort(reason);
  if ((await outcome) !== reason) tally.wrong.push('An abort did not reject with its reason.');
  tally.aborts += 1;
}

async function insert(warehouse: Warehouse, tally: Tally, { caller, turn }: Turn): Promise<void> {
  await warehouse.run({
    text: `insert into workload_log select {caller:UInt32}, {turn:UInt32}, number from numbers(50)`,
    params: { caller, turn },
  });
  tally.inserts += 1;
}

async function readStream(warehouse: Warehouse, tally: Tally, { turn }: Turn): Promise<void> {
  let next = 0;
  const many = 20_000;
  const text = 'select number as n, {pad:String} as pad from numbers({many:UInt32})';
  const params = { many, pad: 'x'.repeat(100) };
  for await (const rows of warehouse.stream<{ n: number }>({ text, params })) {
    if (rows.some((row) => row.n !== next++)) tally.wrong.push('A stream lost its order.');
    if (turn % 2 === 0) break;
  }
  if (turn % 2 === 1 && next !== many) tally.wrong.push(`A stream gave ${next} rows.`);
  tally.streams += 1;
}

async function seed(warehouse: Warehouse): Promise<void> {
  await warehouse.run({ text: 'drop table if exists workload' });
  await warehouse.run({ text: 'drop table if exists workload_log' });
  await warehouse.run({
    text: `create table workload (group UInt8, value UInt64) engine MergeTree order by group`,
  });
  await warehouse.run({
    text: 'insert into workload select number % {groups:UInt8}, number from numbers({rows:UInt32})',
    params: { groups, rows: seededRows },
  });
  await warehouse.run({
    text: `create table workload_log (caller UInt32, turn UInt32, n UInt32)
      engine MergeTree order by (caller, turn)`,
  });
}

async function checkInserts(warehouse: Warehouse, tally: Tally): Promise<void> {
  const text = 'select count() as rows, uniqExact(caller, turn) as inserts from workload_log';
  const expected = [{ rows: tally.inserts * 50, inserts: tally.inserts }];
  check(tally, await warehouse.rows({ text }), expected);
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    return error instanceof WarehouseError ? error.engineCode : error;
  }
}

function check(tally: Tally, actual: unknown, expected: unknown): void {
  const [got, due] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== due) tally.wrong.push(`${got} where ${due} was due`);
}

function emptyTally(): Tally {
  return {
    answers: 0,
    failures: 0,
    timeouts: 0,
    aborts: 0,
    inserts: 0,
    streams: 0,
    wrong: [],
    rssMegabytes: { afterWarmUp: 0, atEnd: 0 },
  };
}
