import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql, Warehouse } from '../warehouse/warehouse.ts';
import { shortPlan } from './short-plan.ts';
import { timedWarehouse } from './timed-warehouse.ts';

export interface SlowQuestionsOptions {
  readonly logger: Pick<Logger, 'warn'>;
  readonly warehouse: Warehouse;
  /** From so many milliseconds on a question is slow; 0 says that none is. */
  readonly slowMs: number;
  /** How long the engine gets to itself before it is asked for the plan. */
  readonly restMs?: number;
}

interface SlowQuestion {
  /** What was asked, without anything that a person typed. */
  readonly question: object;
  readonly milliseconds: number;
  readonly queries: number;
  readonly slowest: { readonly sql: Sql | undefined; readonly milliseconds: number };
}

const mostAMinute = 6;
const minuteMs = 60_000;
const explainMs = 5_000;

/**
 * Writes slow questions into the log, each with the plan of its slowest query, which the engine is asked for
 * afterwards, one at a time. Of very many in a minute the first are written, and how many were not.
 */
export class SlowQuestions {
  readonly #options: SlowQuestionsOptions;
  readonly #written: number[] = [];
  #unwritten = 0;
  #explaining: Promise<void> = Promise.resolve();

  constructor(options: SlowQuestionsOptions) {
    this.#options = options;
  }

  /** Answers a question with a warehouse that notes what is asked of it. */
  async watch<Result>(
    question: object,
    answer: (warehouse: Warehouse) => Promise<Result>,
  ): Promise<Result> {
    const { warehouse, slowMs } = this.#options;
    if (slowMs === 0) return answer(warehouse);
    let queries = 0;
    let slowest: SlowQuestion['slowest'] = { sql: undefined, milliseconds: 0 };
    const noting = timedWarehouse(warehouse, (query) => {
      queries += 1;
      if (query.milliseconds >= slowest.milliseconds) slowest = query;
    });
    const startedAt = performance.now();
    try {
      return await answer(noting);
    } finally {
      const milliseconds = performance.now() - startedAt;
      if (milliseconds >= slowMs) this.#write({ question, milliseconds, queries, slowest });
    }
  }

  /** Resolves when no plan is awaited. */
  settled(): Promise<void> {
    return this.#explaining;
  }

  #write(slow: SlowQuestion): void {
    const now = performance.now();
    while ((this.#written[0] ?? now) < now - minuteMs) this.#written.shift();
    if (this.#written.length >= mostAMinute) {
      this.#unwritten += 1;
      return;
    }
    this.#written.push(now);
    const unwritten = this.#unwritten;
    this.#unwritten = 0;
    this.#explaining = this.#explaining.then(() => this.#explain(slow, unwritten));
  }

  async #explain({ question, milliseconds, queries, slowest }: SlowQuestion, unwritten: number) {
    const { logger, restMs = 1_000 } = this.#options;
    await sleep(restMs, undefined, { ref: false });
    logger.warn(
      {
        question,
        milliseconds: Math.round(milliseconds),
        queries,
        slowestMilliseconds: Math.round(slowest.milliseconds),
        plan: await this.#planOf(slowest.sql),
        unwritten,
      },
      'slow question',
    );
  }

  async #planOf(sql: Sql | undefined): Promise<readonly string[]> {
    if (sql === undefined) return [];
    try {
      const rows = await this.#options.warehouse.rows<{ explain: string }>(
        { ...sql, text: `explain indexes = 1 ${sql.text}` },
        { timeoutMs: explainMs },
      );
      return shortPlan(rows.map(({ explain }) => explain));
    } catch {
      return [];
    }
  }
}
