import { seededRandom } from '../../tests/support/random.ts';
import type { AnswerContext } from '../../server/answers/present/answer.ts';
import { latencyOf, formatMs, latencyText, type Latency } from './latency.ts';
import { makeCold } from './page-cache.ts';
import { answerOf, maybeRefusal } from './product.ts';
import { drawFrom, drawnPool, type Draw, type Filters, type Kind } from './queries.ts';

/** Server time of one kind of query: `answerSearch` as a whole, one query after another, without the response cache. */
export interface KindTimes {
  readonly kind: string;
  readonly warm: Latency;
  /** Processor time of the whole process over the same queries, which other work on the machine does not increase. */
  readonly warmCpu: Latency;
  /** Every query after all caches were emptied; null if there was none. */
  readonly cold: Latency | null;
}

export interface ServerTimes {
  readonly kinds: readonly KindTimes[];
  /** Whether the files were out of memory for cold queries; null if there was none. */
  readonly isDiskCold: boolean | null;
}

export interface ServerTimePlan {
  readonly kinds: readonly Kind[];
  readonly queries: number;
  readonly cold: number;
  readonly seed: string;
  /** The folder of all data that queries read. */
  readonly directory: string;
}

/**
 * Queries of the mixed workload before the first measured one: a server runs 40 when it starts and hundreds when it
 * precomputes. Until about 200, queries also pay for compiling the code that they run.
 */
const warmUpQueries = 200;

export async function measureServerTimes(
  answering: AnswerContext,
  plan: ServerTimePlan,
): Promise<ServerTimes> {
  const { warehouse, release } = answering;
  const drawn = (purpose: string) =>
    drawFrom(warehouse, release, seededRandom(`${plan.seed} ${purpose}`));
  for (const filters of drawnPool(await drawn('warm-up'), warmUpQueries)) {
    await maybeRefusal(answerOf(filters, answering));
  }
  const draw = await drawn('server time');
  const times: KindTimes[] = [];
  let isDiskCold = plan.cold > 0 ? true : null;
  for (const kind of plan.kinds) {
    const queries = Array.from({ length: plan.queries }, () => kind.filters(draw));
    const cold: number[] = [];
    for (const filters of queries.slice(0, plan.cold)) {
      if (!(await makeCold(warehouse, plan.directory))) isDiskCold = false;
      cold.push((await timed(filters, answering)).ms);
    }
    times.push({
      ...(await warmTimes(kind, queries, draw, answering)),
      cold: latencyOrNull(cold),
    });
  }
  return { kinds: times, isDiskCold };
}

const latencyOrNull = (times: readonly number[]) => (times.length === 0 ? null : latencyOf(times));

async function warmTimes(
  kind: Kind,
  queries: readonly Filters[],
  draw: Draw,
  answering: AnswerContext,
): Promise<Omit<KindTimes, 'cold'>> {
  await timed(kind.filters(draw), answering);
  const measured = [];
  for (const filters of queries) measured.push(await timed(filters, answering));
  return {
    kind: kind.name,
    warm: latencyOf(measured.map(({ ms }) => ms)),
    warmCpu: latencyOf(measured.map(({ cpuMs }) => cpuMs)),
  };
}

async function timed(filters: Filters, answering: AnswerContext) {
  const begun = performance.now();
  const cpuBegun = process.cpuUsage();
  await answerOf(filters, answering);
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpuBegun);
  return { ms, cpuMs: (user + system) / 1000 };
}

export function serverTimesTable({ kinds: all }: ServerTimes): Record<string, unknown> {
  return Object.fromEntries(
    all.map(({ kind, warm, warmCpu, cold }) => [
      kind,
      {
        ...latencyText(warm),
        'CPU p50': formatMs(warmCpu.p50),
        'cold p50': cold === null ? '' : formatMs(cold.p50),
        'cold max': cold === null ? '' : formatMs(cold.max),
      },
    ]),
  );
}
