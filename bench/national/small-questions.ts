import { latencyOf, type Latency } from './latency.ts';
import type { Draw, Filters } from './questions.ts';

/** The queries of one user while others load the server: an occupation in a state. */

/** Draws `count` distinct queries. */
export function distinct(count: number, ask: () => Filters): Filters[] {
  const asked = new Map<string, Filters>();
  while (asked.size < count) {
    const filters = ask();
    asked.set(JSON.stringify(filters), filters);
  }
  return [...asked.values()];
}

/** Draws distinct small queries by the frequency of their lines. */
export const drawnSmall = (draw: Pick<Draw, 'occupation' | 'state'>, count: number): Filters[] =>
  distinct(count, () => ({ cbo: draw.occupation(), uf: draw.state() }));

/** Sends one query after another; throws if one is not answered. */
export async function timedOneByOne(
  questions: Iterable<Filters> | AsyncIterable<Filters>,
  ask: (filters: Filters) => Promise<string>,
): Promise<Latency> {
  const times: number[] = [];
  for await (const filters of questions) {
    const begun = performance.now();
    const status = await ask(filters);
    if (status !== '200') throw new Error(`A small question ended with ${status}.`);
    times.push(performance.now() - begun);
  }
  return latencyOf(times);
}

/** A row of the table: the ratios to the times alone. */
export function ratiosOf(beside: Latency, alone: Latency) {
  return {
    asked: '',
    'p50 ms': (beside.p50 / alone.p50).toFixed(2),
    'p95 ms': (beside.p95 / alone.p95).toFixed(2),
    'p99 ms': '',
    'max ms': (beside.max / alone.max).toFixed(2),
  };
}
