import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom, type Random } from '../../tests/support/random.ts';
import { searchWithRetries } from './http-search.ts';
import { latencyOf, formatMs, latencyText, type Latency } from './latency.ts';
import { zipf, type Filters } from './queries.ts';
import { startServer, type MeasuredServer, type Watched } from './server-process.ts';

/**
 * Statuses that count as answered: a salary bound around fewer than five records is refused with 422, which is a valid
 * response.
 */
const answered: ReadonlySet<string> = new Set(['200', '422']);

/** The state of the response cache at the start of a round. */
export type Cache = 'nothing cached' | 'after that' | 'precomputed';

/** One round of users who search one query after another. */
export interface Round {
  readonly users: number;
  readonly cache: Cache;
  readonly seconds: number;
  readonly searches: number;
  readonly searchesPerSecond: number;
  readonly latency: Latency;
  /** Latency of the queries that name occupations, and of the others. */
  readonly ofOccupations: Latency;
  readonly ofAllOccupations: Latency;
  /** Number of responses with a queue position, after which the query was repeated. */
  readonly queuePlaces: number;
  /** Unanswered searches, by status. */
  readonly errors: Readonly<Record<string, number>>;
  /** Number of distinct queries among them. */
  readonly distinct: number;
  readonly server: Watched;
  /** Processor time of the client process, which runs on the same cores. */
  readonly clientCpuMs: number;
}

export interface UsersPlan {
  readonly dataDir: string;
  readonly users: readonly number[];
  readonly seconds: number;
  /** Seconds, as in `BenchOptions`. */
  readonly think: number;
  readonly precompute: number;
  readonly rest: number;
  readonly pool: readonly Filters[];
  /** One cookie for each user. */
  readonly cookies: readonly string[];
}

export interface UserRounds {
  readonly rounds: readonly Round[];
  readonly memory: Memory;
}

/** Start time and memory of the servers' processes. */
export interface Memory {
  readonly startMs: number;
  /** Memory without requests; the server may still precompute if `precomputeSeconds` is null. */
  readonly atRestBytes: number;
  /** The highest peak of all servers; null if the system does not report it. */
  readonly peakBytes: number | null;
  /** Seconds of precomputation; null if it was skipped or did not finish in time. */
  readonly precomputeSeconds: number | null;
}

/**
 * For each number of users, starts a separate server without precomputation and runs two rounds: one with an empty
 * cache, one with the cache that it left. Then starts a server with the defaults and runs the rounds after its
 * precomputation.
 */
export async function measureUsers(plan: UsersPlan): Promise<UserRounds> {
  const rounds: Round[] = [];
  const peaks: (number | null)[] = [];
  let memory: Omit<Memory, 'peakBytes'> = { startMs: 0, atRestBytes: 0, precomputeSeconds: null };
  const during = async (
    env: Record<string, string>,
    work: (server: MeasuredServer) => Promise<void>,
  ) => {
    const server = await startServer(plan.dataDir, env);
    try {
      await work(server);
      peaks.push(await server.peakBytes());
    } finally {
      await server.stop();
    }
  };
  for (const users of plan.users)
    await during({ PRECOMPUTED_OCCUPATIONS: '0' }, async (server) => {
      await quiet(server, readyTimeoutSeconds);
      const { rssBytes } = await server.watched();
      memory = { startMs: server.startMs, atRestBytes: rssBytes, precomputeSeconds: null };
      for (const cache of ['nothing cached', 'after that'] as const)
        rounds.push(await round({ ...plan, users, cache, server }));
    });
  if (plan.precompute > 0)
    await during({}, async (server) => {
      const precomputeSeconds = await quiet(server, plan.precompute);
      if (precomputeSeconds !== null) await sleep(plan.rest * 1000);
      const { rssBytes } = await server.watched();
      memory = { startMs: server.startMs, atRestBytes: rssBytes, precomputeSeconds };
      for (const users of plan.users)
        rounds.push(await round({ ...plan, users, cache: 'precomputed', server }));
    });
  const known = peaks.filter((bytes) => bytes !== null);
  return {
    rounds,
    memory: { ...memory, peakBytes: known.length === 0 ? null : Math.max(...known) },
  };
}

/**
 * Maximum seconds to wait until a server is ready: it first reads the whole index files, which takes seconds per year
 * of the country's size.
 */
const readyTimeoutSeconds = 60;
const lookEveryMs = 1000;
/**
 * Milliseconds of processor time per look below which a server is idle: its engine and the watch of its loop take 20 to
 * 80.
 */
const idleMs = 150;
const looksIdle = 3;

/** Waits until the server is idle. Returns the seconds until then, or null on timeout. */
async function quiet(server: MeasuredServer, timeoutSeconds: number): Promise<number | null> {
  const begun = performance.now();
  await server.watched();
  for (let idle = 0; performance.now() - begun < timeoutSeconds * 1000;) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    idle = (await server.watched()).cpuMs < idleMs ? idle + 1 : 0;
    if (idle === looksIdle) return (performance.now() - begun) / 1000 - looksIdle;
  }
  return null;
}

interface RoundPlan extends Omit<UsersPlan, 'users'> {
  readonly users: number;
  readonly cache: Cache;
  readonly server: MeasuredServer;
}

async function round(plan: RoundPlan): Promise<Round> {
  const { users, cache, seconds, think, pool, cookies, server } = plan;
  const agent = new Agent({ keepAlive: true, maxSockets: users });
  const drawn = zipf(pool.length);
  const times = { ofOccupations: [] as number[], ofAllOccupations: [] as number[] };
  const errors: Record<string, number> = {};
  let queuePlaces = 0;
  const requested = new Set<number>();
  await server.watched();
  const begun = performance.now();
  const cpuBegun = process.cpuUsage();
  const end = begun + seconds * 1000;
  const user = async (place: number, random: Random) => {
    // Spreads the users' starts over time.
    await sleep(random() * think * 1000);
    while (performance.now() < end) {
      const index = drawn(random);
      requested.add(index);
      const startedAt = performance.now();
      const who = { address: server.address, agent, cookie: cookies[place] ?? '' };
      const { status, retries } = await searchWithRetries(who, pool[index] ?? {});
      queuePlaces += retries;
      const kind = namesOccupations(pool[index] ?? {}) ? 'ofOccupations' : 'ofAllOccupations';
      times[kind].push(performance.now() - startedAt);
      if (!answered.has(status)) errors[status] = (errors[status] ?? 0) + 1;
      if (think > 0) await sleep(think * 1000);
    }
  };
  await Promise.all(
    Array.from({ length: users }, (_, place) =>
      user(place, seededRandom(`${users} ${cache} ${place}`)),
    ),
  );
  const taken = (performance.now() - begun) / 1000;
  const { user: own, system } = process.cpuUsage(cpuBegun);
  agent.destroy();
  const all = [...times.ofOccupations, ...times.ofAllOccupations];
  return {
    users,
    cache,
    seconds: taken,
    searches: all.length,
    searchesPerSecond: all.length / taken,
    latency: latencyOf(all),
    ofOccupations: latencyOf(times.ofOccupations),
    ofAllOccupations: latencyOf(times.ofAllOccupations),
    queuePlaces,
    errors,
    distinct: requested.size,
    server: await server.watched(),
    clientCpuMs: (own + system) / 1000,
  };
}

const namesOccupations = (filters: Filters) =>
  ['cbo', 'cbos', 'familiaCbo', 'searchQuery'].some((name) => filters[name] !== undefined);

export function usersTable({ rounds }: UserRounds): Record<string, unknown> {
  return Object.fromEntries(
    rounds.map((of) => [
      `${of.users} ${of.users === 1 ? 'user' : 'users'}, ${of.cache}`,
      {
        searches: of.searches,
        'searches/s': of.searchesPerSecond.toFixed(1),
        ...withoutCount(latencyText(of.latency)),
        'occupations p95': formatMs(of.ofOccupations.p95),
        'all occupations p95': formatMs(of.ofAllOccupations.p95),
        'given a position': of.queuePlaces,
        errors:
          Object.entries(of.errors)
            .map(([status, count]) => `${count} × ${status}`)
            .join(', ') || 0,
        distinct: of.distinct,
        'longest stall ms': formatMs(of.server.stallMs),
        'own work of it ms': formatMs(of.server.longestWorkMs),
        'server CPU s': (of.server.cpuMs / 1000).toFixed(1),
        'client CPU s': (of.clientCpuMs / 1000).toFixed(1),
      },
    ]),
  );
}

function withoutCount({ queries: _queries, ...rest }: ReturnType<typeof latencyText>) {
  return rest;
}
