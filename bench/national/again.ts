import { Agent } from 'node:http';
import { search } from './http-search.ts';
import { latencyOf, formatMs, type Latency } from './latency.ts';
import type { Filters } from './questions.ts';

/** A kind of query, sent to the server by one user, one query after another. */
export interface KindAgain {
  readonly kind: string;
  readonly first: Latency;
  /** The same queries a second time, on the same release. */
  readonly again: Latency;
  /** Responses other than 200. */
  readonly errors: number;
}

export async function askAgain(
  address: string,
  cookie: string,
  questions: ReadonlyMap<string, readonly Filters[]>,
): Promise<KindAgain[]> {
  const agent = new Agent({ keepAlive: true });
  const kinds: KindAgain[] = [];
  for (const [kind, asked] of questions) {
    let errors = 0;
    const askAll = async () => {
      const times: number[] = [];
      for (const filters of asked) {
        const begun = performance.now();
        if ((await search(address, agent, cookie, filters)) !== '200') errors += 1;
        times.push(performance.now() - begun);
      }
      return latencyOf(times);
    };
    kinds.push({ kind, first: await askAll(), again: await askAll(), errors });
  }
  agent.destroy();
  return kinds;
}

export function againTable(kinds: readonly KindAgain[]): Record<string, unknown> {
  return Object.fromEntries(
    kinds.map(({ kind, first, again, errors }) => [
      kind,
      {
        asked: first.asked,
        'first p50 ms': formatMs(first.p50),
        'first p95 ms': formatMs(first.p95),
        'again p50 ms': formatMs(again.p50),
        'again p95 ms': formatMs(again.p95),
        'again max ms': formatMs(again.max),
        errors,
      },
    ]),
  );
}
