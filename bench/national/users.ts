import { Agent, request } from 'node:http';
import { seededRandom, type Random } from '../../server/demonstration/random.ts';
import { latencyOf, told, toldLatency, type Latency } from './latency.ts';
import { zipf, type Filters } from './questions.ts';
import { startServer, type MeasuredServer, type Watched } from './server-process.ts';

/** One round of people who search one question after another, without a pause. */
export interface Round {
  readonly users: number;
  /** Whether the server had just started, with no answer kept. */
  readonly isCold: boolean;
  readonly seconds: number;
  readonly searches: number;
  readonly searchesPerSecond: number;
  readonly latency: Latency;
  /** Searches that did not end as 200, by status. */
  readonly errors: Readonly<Record<string, number>>;
  /** Distinct questions among them. */
  readonly distinct: number;
  readonly server: Watched;
  /** Processor time of the process that asks, which runs on the same cores. */
  readonly askerCpuMs: number;
}

export interface UsersPlan {
  readonly dataDir: string;
  readonly port: number;
  readonly users: readonly number[];
  readonly seconds: number;
  readonly pool: readonly Filters[];
  /** One for each user. */
  readonly cookies: readonly string[];
}

export interface UserRounds {
  readonly rounds: readonly Round[];
  readonly memory: Memory;
}

/** Of the server's process. */
export interface Memory {
  readonly startMs: number;
  /** Some seconds after its start, nothing asked yet. */
  readonly atRestBytes: number;
  /** After everything; null where the system does not tell it. */
  readonly peakBytes: number | null;
}

/** Before the memory at rest is read. */
const restMs = ({ seconds }: UsersPlan) => Math.min(5, seconds) * 1000;

/** For each number of users a server of its own: one round cold, one after it. */
export async function measureUsers(plan: UsersPlan): Promise<UserRounds> {
  const rounds: Round[] = [];
  let memory: Memory = { startMs: 0, atRestBytes: 0, peakBytes: null };
  for (const users of plan.users) {
    const server = await startServer(plan.dataDir, plan.port);
    try {
      await new Promise((resolve) => setTimeout(resolve, restMs(plan)));
      const { rssBytes } = await server.watched();
      for (const isCold of [true, false])
        rounds.push(await round({ ...plan, users, isCold, server }));
      memory = {
        startMs: server.startMs,
        atRestBytes: rssBytes,
        peakBytes: await server.peakBytes(),
      };
    } finally {
      await server.stop();
    }
  }
  return { rounds, memory };
}

interface RoundPlan extends Omit<UsersPlan, 'users'> {
  readonly users: number;
  readonly isCold: boolean;
  readonly server: MeasuredServer;
}

async function round(plan: RoundPlan): Promise<Round> {
  const { users, isCold, seconds, pool, cookies, server } = plan;
  const agent = new Agent({ keepAlive: true, maxSockets: users });
  const drawn = zipf(pool.length);
  const times: number[] = [];
  const errors: Record<string, number> = {};
  const asked = new Set<number>();
  const begun = performance.now();
  const cpuBegun = process.cpuUsage();
  const end = begun + seconds * 1000;
  const user = async (place: number, random: Random) => {
    while (performance.now() < end) {
      const index = drawn(random);
      asked.add(index);
      const asking = performance.now();
      const status = await search(server.address, agent, cookies[place] ?? '', pool[index] ?? {});
      times.push(performance.now() - asking);
      if (status !== '200') errors[status] = (errors[status] ?? 0) + 1;
    }
  };
  await Promise.all(
    Array.from({ length: users }, (_, place) =>
      user(place, seededRandom(`${users} ${isCold} ${place}`)),
    ),
  );
  const taken = (performance.now() - begun) / 1000;
  const { user: own, system } = process.cpuUsage(cpuBegun);
  agent.destroy();
  return {
    users,
    isCold,
    seconds: taken,
    searches: times.length,
    searchesPerSecond: times.length / taken,
    latency: latencyOf(times),
    errors,
    distinct: asked.size,
    server: await server.watched(),
    askerCpuMs: (own + system) / 1000,
  };
}

/** Sends a search as a browser does and reads its answer to the end without looking at it. */
function search(address: string, agent: Agent, cookie: string, filters: Filters): Promise<string> {
  const body = JSON.stringify({ filters });
  return new Promise((resolve) => {
    const call = request(`${address}/api/search`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'accept-encoding': 'gzip, deflate, br, zstd',
        cookie,
      },
    });
    call.on('error', (error) => resolve('code' in error ? String(error.code) : error.name));
    call.on('response', (answer) => {
      answer.on('end', () => resolve(String(answer.statusCode)));
      answer.on('error', () => resolve('broken off'));
      answer.resume();
    });
    call.end(body);
  });
}

export function usersTable({ rounds }: UserRounds): Record<string, unknown> {
  return Object.fromEntries(
    rounds.map((of) => [
      `${of.users} ${of.users === 1 ? 'user' : 'users'}, ${of.isCold ? 'just started' : 'after that'}`,
      {
        searches: of.searches,
        'searches/s': of.searchesPerSecond.toFixed(1),
        ...withoutAsked(toldLatency(of.latency)),
        errors:
          Object.entries(of.errors)
            .map(([status, count]) => `${count} × ${status}`)
            .join(', ') || 0,
        distinct: of.distinct,
        'longest stall ms': told(of.server.stallMs),
        'own work of it ms': told(of.server.longestWorkMs),
        'server CPU s': (of.server.cpuMs / 1000).toFixed(1),
        'asker CPU s': (of.askerCpuMs / 1000).toFixed(1),
      },
    ]),
  );
}

function withoutAsked({ asked: _asked, ...rest }: ReturnType<typeof toldLatency>) {
  return rest;
}
