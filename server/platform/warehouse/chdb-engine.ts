import { drainPending } from 'chdb';
import { keysOf, tableOf } from '../../../shared/codes/keys.ts';
import { ChdbConnection } from './chdb-connection.ts';
import { isDamage } from './engine-error.ts';
import { type Deadline, startDeadline, type RunningQuery, startQuery } from './running-query.ts';
import { Pool } from './pool.ts';
import type { Settings } from './query-settings.ts';
import { quoteString } from './sql-literal.ts';
import { type Sql, WarehouseError } from './warehouse.ts';

/** Kinds of work with separate connections, so that no kind waits behind another. */
export type Lane = 'small' | 'heavy' | 'write' | 'stream' | 'ping' | 'control';

export interface ChdbEngineOptions {
  /** The number of connections of each lane. */
  readonly sizes: Readonly<Record<Lane, number>>;
  /**
   * Whether the threads of a statement take the priority of its settings. An engine that cannot restore the priority of
   * a thread ends with a fatal error.
   */
  readonly hasPriorities: boolean;
}

/** Leaves the priority of threads unchanged. */
const withoutPriority = { os_threads_nice_value_query: 0 } as const satisfies Settings;

const controlTimeoutMs = 5_000;
const exitTimeoutMs = 10_000;
const exitLookMs = 10;

/** Blocks the thread, since an exiting process runs no event loop. */
const pause = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** Manages the embedded engine's connections: assigns them to lanes, stops queries and closes all connections. */
export class ChdbEngine {
  /** Whether a query has found stored data that can no longer be read. */
  hasDamage = false;
  /** Never in the pool: it holds the directory's lock while other connections open and close. */
  readonly #anchor: ChdbConnection;
  readonly #lanes: Readonly<Record<Lane, Pool<ChdbConnection>>>;
  readonly #hasPriorities: boolean;

  constructor(directory: string, { sizes, hasPriorities }: ChdbEngineOptions) {
    this.#hasPriorities = hasPriorities;
    this.#anchor = new ChdbConnection(directory);
    const lane = (size: number) =>
      new Pool({
        size,
        open: () => new ChdbConnection(directory),
        close: (connection) => connection.close(),
      });
    this.#lanes = tableOf(keysOf(sizes), (name) => lane(sizes[name]));
  }

  /** Starts a statement. The deadline's remaining time is also the engine's own limit. */
  start(lane: Lane, sql: Sql, settings: Settings, deadline: Deadline): RunningQuery<Uint8Array> {
    const query = startQuery({
      pool: this.#lanes[lane],
      deadline,
      work: (connection, tag) => {
        const limit = { max_execution_time: deadline.remainingMs() / 1000 };
        const priority = this.#hasPriorities ? {} : withoutPriority;
        return connection.query(sql, { ...settings, ...limit, ...priority }, tag);
      },
      kill: (tag) => this.#kill(tag),
    });
    // A load reads uploaded files: an error in one is no damage of stored data.
    if (lane !== 'write')
      query.answer.catch((error: unknown) => (this.hasDamage ||= isDamage(error)));
    return query;
  }

  /**
   * Ends all queries of a process that exits without closing its engine. Exiting waits for all running queries, and a
   * query that runs during the engine's teardown crashes the process. `endPipes` ends what the queries wait for.
   */
  endAllNow(endPipes: () => void): void {
    const until = performance.now() + exitTimeoutMs;
    // Repeats the kill, since it does not find a query that the engine has not started yet.
    do {
      this.#anchor.killAllNow();
      endPipes();
      pause(exitLookMs);
    } while (this.#anchor.hasOthersNow() && performance.now() < until);
  }

  /** Waits for the running queries and rejects the waiting ones. */
  async close(): Promise<void> {
    const { control, ...others } = this.#lanes;
    await Promise.all(Object.values(others).map((lane) => lane.close()));
    await control.close();
    this.#anchor.close();
    await drainPending();
  }

  async #kill(tag: string): Promise<void> {
    // With SYNC the statement would hang.
    const text = `kill query where Settings['log_comment'] = ${quoteString(tag)} async`;
    using deadline = startDeadline({ timeoutMs: controlTimeoutMs });
    await this.start('control', { text }, {}, deadline).answer.catch(ignoreWarehouseError);
  }
}

function ignoreWarehouseError(error: unknown): undefined {
  if (!(error instanceof WarehouseError)) throw error;
}
