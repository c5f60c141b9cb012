import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql, Warehouse } from '../warehouse/warehouse.ts';
import { timedWarehouse } from './timed-warehouse.ts';

interface SlowQueryLogOptions {
  readonly logger: Pick<Logger, 'warn'>;
  readonly warehouse: Warehouse;
  /** From this duration in milliseconds, a query is slow; 0 disables the log. */
  readonly slowMs: number;
}

interface SlowQuery {
  /** The query, without any text that a user typed. */
  readonly loggedQuery: object;
  readonly milliseconds: number;
  readonly queries: number;
  readonly slowest: { readonly sql: Sql | undefined; readonly milliseconds: number };
}

const maxPerMinute = 6;
const minuteMs = 60_000;
const explainMs = 5_000;
/** Delay before the engine is queried for the plan, in milliseconds. */
const delayMs = 1_000;

/**
 * Returns a function that runs a query with a warehouse that records its engine queries, and logs slow ones, each with
 * the plan of its slowest engine query. Plans are requested afterwards, one at a time. Logs at most `maxPerMinute` a
 * minute, and counts the rest.
 */
export function slowQueryLog({ logger, warehouse, slowMs }: SlowQueryLogOptions) {
  const written: number[] = [];
  let unwritten = 0;
  let explaining: Promise<void> = Promise.resolve();
  const write = (slow: SlowQuery) => {
    const now = performance.now();
    while ((written[0] ?? now) < now - minuteMs) written.shift();
    if (written.length >= maxPerMinute) {
      unwritten += 1;
      return;
    }
    written.push(now);
    const left = unwritten;
    unwritten = 0;
    explaining = explaining.then(() => explain(slow, left));
  };
  const explain = async (slow: SlowQuery, left: number) => {
    const { loggedQuery, milliseconds, queries, slowest } = slow;
    await sleep(delayMs, undefined, { ref: false });
    logger.warn(
      {
        query: loggedQuery,
        milliseconds: Math.round(milliseconds),
        queries,
        slowestMilliseconds: Math.round(slowest.milliseconds),
        plan: await planOf(warehouse, slowest.sql),
        unwritten: left,
      },
      'slow query',
    );
  };
  return async <Result>(
    loggedQuery: object,
    answer: (warehouse: Warehouse) => Promise<Result>,
  ): Promise<Result> => {
    if (slowMs === 0) return answer(warehouse);
    let queries = 0;
    let slowest: SlowQuery['slowest'] = { sql: undefined, milliseconds: 0 };
    const recordingWarehouse = timedWarehouse(warehouse, (query) => {
      queries += 1;
      if (query.milliseconds >= slowest.milliseconds) slowest = query;
    });
    const startedAt = performance.now();
    try {
      return await answer(recordingWarehouse);
    } finally {
      const milliseconds = performance.now() - startedAt;
      if (milliseconds >= slowMs) write({ loggedQuery, milliseconds, queries, slowest });
    }
  };
}

export type SlowQueryLog = ReturnType<typeof slowQueryLog>;

async function planOf(warehouse: Warehouse, sql: Sql | undefined): Promise<readonly string[]> {
  if (sql === undefined) return [];
  try {
    const rows = await warehouse.rows<{ explain: string }>(
      { ...sql, text: `explain indexes = 1 ${sql.text}` },
      { timeoutMs: explainMs },
    );
    return shortPlan(rows.map(({ explain }) => explain));
  } catch {
    return [];
  }
}

const maxLines = 60;
const maxTextLength = 300;

/** A query plan shortened for the log: the start of a list of ten thousand municipalities says enough. */
export function shortPlan(lines: readonly string[]): string[] {
  const shown = lines
    .slice(0, maxLines)
    .map((line) => (line.length > maxTextLength ? `${line.slice(0, maxTextLength)}…` : line));
  const left = lines.length - shown.length;
  return left > 0 ? [...shown, `… (${left} more lines)`] : shown;
}
