import { once } from 'node:events';
import { request, type Agent, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentileOf, formatMs } from './latency.ts';
import { states } from '../../shared/codes/states.ts';
import type { Draw, Filters } from './queries.ts';

/** The sender of a flood's requests: a session, or a company's keys in rotation. */
export interface FloodAccount {
  readonly cookie: string;
  readonly keys: readonly string[];
  /** The ID of a search's receipt that the account may read. */
  readonly receipt: string;
  /** The ID of a receipt that the keys may read. */
  readonly keyReceipt: string;
  /** Distinct queries about all of Brazil. */
  readonly heavy: readonly Filters[];
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Flood {
  readonly name: string;
  /** Number of requests in progress at any time. */
  readonly parallel: number;
  readonly call: (account: FloodAccount, number: number) => Call;
}

const asUser = ({ cookie }: FloodAccount, method: 'GET' | 'POST', path: string, body?: object) => ({
  method,
  path,
  headers: { cookie },
  ...(body && { body }),
});
const asProgram = (account: FloodAccount, number: number, path: string, body?: object): Call => ({
  method: 'POST',
  path,
  headers: { authorization: `Bearer ${account.keys[number % account.keys.length]}` },
  ...(body && { body }),
});

/** A text of eight unknown words, different for each number. */
const oddText = (number: number) =>
  ['auxiliarr', 'operadro', 'tecncio', 'montadro', 'vendedro', 'analsita', 'gerenet', 'soldadro']
    .map(
      (word) =>
        `${word}${String.fromCharCode(97 + (number % 26), 97 + (Math.floor(number / 26) % 26))}`,
    )
    .join(' ');

const heavyOf = ({ heavy }: FloodAccount, number: number) => heavy[number % heavy.length] ?? {};

/** The floods of the security review, each from one account. */
export const floods: readonly Flood[] = [
  {
    name: '120 heavy searches',
    parallel: 120,
    call: (account, number) =>
      asUser(account, 'POST', '/api/search', { filters: heavyOf(account, number) }),
  },
  {
    name: '60 record pages',
    parallel: 60,
    call: (account, number) =>
      asUser(account, 'POST', '/api/search/records', { filters: {}, page: 1 + (number % 200) }),
  },
  {
    name: '200 × history',
    parallel: 200,
    call: (account) => asUser(account, 'GET', '/api/history?search=a'),
  },
  {
    name: '60 × API description',
    parallel: 60,
    call: () => ({ method: 'GET', path: '/api/v1/openapi.json', headers: {} }),
  },
  {
    name: '60 × pay by race',
    parallel: 60,
    call: (account, number) =>
      asUser(account, 'POST', '/api/equality/races', {
        empregados: 'todos',
        uf: states[number % states.length]?.sigla,
        periodoFim: `2026${String((number % 9) + 1).padStart(2, '0')}`,
        periodoInicio: '202511',
      }),
  },
  {
    name: '60 receipt checks',
    parallel: 60,
    call: (account) => asUser(account, 'POST', `/api/receipts/${account.receipt}/check`),
  },
  {
    name: '60 revisions',
    parallel: 60,
    call: (account) => asUser(account, 'GET', `/api/receipts/${account.receipt}/revision`),
  },
  {
    name: '60 occupation texts',
    parallel: 60,
    call: (account, number) =>
      asUser(
        account,
        'GET',
        `/api/reference/cbo-by-title?search=${encodeURIComponent(oddText(number))}`,
      ),
  },
  {
    name: '40 × my data',
    parallel: 40,
    call: (account) => asUser(account, 'GET', '/api/my-data'),
  },
  {
    name: '40 × market names',
    parallel: 40,
    call: (account) => asUser(account, 'GET', '/api/market/names'),
  },
  {
    name: '40 checks of one key',
    parallel: 40,
    call: ({ keys, ...account }, number) =>
      asProgram(
        { ...account, keys: keys.slice(0, 1) },
        number,
        `/api/v1/recibos/${account.keyReceipt}/conferencia`,
      ),
  },
  {
    name: 'five keys × 118',
    parallel: 590,
    call: (account, number) =>
      asProgram(account, number, '/api/v1/pesquisa', {
        filtros: { ...heavyOf(account, number), salarioMin: 1 + number / 100 },
      }),
  },
];

interface Site {
  readonly address: string;
  readonly agent: Agent;
}

/** Sends a request and reads the whole response. Returns the status, or the error that broke it off. */
export async function sent(
  { address, agent }: Site,
  { method, path, body, headers }: Call,
  signal: AbortSignal,
): Promise<{ readonly status: string; readonly body: string }> {
  const json = body === undefined ? '' : JSON.stringify(body);
  try {
    const call = request(`${address}${path}`, {
      method,
      agent,
      signal,
      headers: {
        ...headers,
        ...(json !== '' && { 'content-type': 'application/json' }),
        'content-length': Buffer.byteLength(json),
      },
    });
    call.end(json);
    const response: IncomingMessage = (await once(call, 'response'))[0];
    return { status: String(response.statusCode), body: await text(response) };
  } catch (error) {
    return { status: error instanceof Error ? error.name : 'broken off', body: '' };
  }
}

/** Runs the flood until the concurrent work has ended. Returns the outcomes of the flood's requests. */
export async function flooded<Result>(
  site: Site,
  { parallel, call }: Flood,
  account: FloodAccount,
  beside: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly statuses: ReadonlyMap<string, number> }> {
  const ending = new AbortController();
  const statuses = new Map<string, number>();
  let number = 0;
  const again = async () => {
    while (!ending.signal.aborted) {
      const { status } = await sent(site, call(account, number++), ending.signal);
      if (ending.signal.aborted) return;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== '200')
        await sleep(1_000, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = Promise.all(Array.from({ length: parallel }, again));
  // The flood starts before the first query.
  await sleep(500);
  const result = await beside();
  ending.abort();
  await running;
  return { result, statuses };
}

const maxMs = 30_000;

/** Draws `count` distinct queries. */
export function distinct(count: number, draw: () => Filters): Filters[] {
  const found = new Map<string, Filters>();
  while (found.size < count) {
    const filters = draw();
    found.set(JSON.stringify(filters), filters);
  }
  return [...found.values()];
}

/** Draws distinct small queries, an occupation in a state, by the frequency of their lines. */
export const drawnSmall = (draw: Pick<Draw, 'occupation' | 'state'>, count: number): Filters[] =>
  distinct(count, () => ({ cbo: draw.occupation(), uf: draw.state() }));

/** Times of sequential small queries, for at most `timeLimitMs`, and the number of refusals. */
export async function smallOnes(
  queries: Iterable<Filters> | AsyncIterable<Filters>,
  send: (filters: Filters) => Promise<string>,
  timeLimitMs = maxMs,
): Promise<{ readonly times: readonly number[]; readonly refused: number }> {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + timeLimitMs;
  for await (const filters of queries) {
    if (performance.now() > end) break;
    const begun = performance.now();
    if ((await send(filters)) !== '200') refused += 1;
    times.push(performance.now() - begun);
  }
  return { times, refused };
}

/** A row of the table: a user's small queries alone and beside other work, with the statuses of a flood's requests. */
export function floodRow(
  alone: readonly number[],
  beside: { readonly times: readonly number[]; readonly refused: number },
  statuses: ReadonlyMap<string, number> = new Map(),
) {
  const [before, after] = [percentileOf(alone, 0.95), percentileOf(beside.times, 0.95)];
  return {
    queries: beside.times.length,
    'alone p95 ms': formatMs(before),
    'beside p50 ms': formatMs(percentileOf(beside.times, 0.5)),
    'beside p95 ms': formatMs(after),
    'times alone': (after / before).toFixed(1),
    refused: beside.refused,
    'the flood': [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
  };
}
