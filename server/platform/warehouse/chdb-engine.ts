import { drainPending } from 'chdb';
import { ChdbConnection, type AnswerFormat } from './chdb-connection.ts';
import { isDamage } from './damage.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { parseRows } from './json-lines.ts';
import { Pool } from './pool.ts';
import { usualThreads, type Settings } from './query-settings.ts';
import { type RunningQuery, startQuery } from './running-query.ts';
import { quoteString } from './sql-literal.ts';
import { type Sql, WarehouseError } from './warehouse.ts';

/** Kinds of work with connections of their own, so that none has to wait behind another kind. */
export type Lane = 'small' | 'heavy' | 'write' | 'stream' | 'ping' | 'control';

const controlTimeoutMs = 5_000;
const exitPatienceMs = 5_000;
const exitLookMs = 10;

/** Without a turn of the event loop, of which a process that exits has none. */
const pause = (milliseconds: number) =>
  Atomics.wait(
    new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    0,
    0,
    milliseconds,
  );

/** The embedded engine's connections: who may use which, how a query is stopped, how all are closed. */
export class ChdbEngine {
  /** Whether a question has met stored data that cannot be read any more. */
  hasDamage = false;
  /** Never lent: the directory stays ours while other connections come and go. */
  readonly #anchor: ChdbConnection;
  readonly #lanes: Readonly<Record<Lane, Pool<ChdbConnection>>>;

  constructor(directory: string, sizes: Readonly<Record<Lane, number>>) {
    this.#anchor = new ChdbConnection(directory);
    const lane = (size: number) =>
      new Pool({
        size,
        open: () => new ChdbConnection(directory),
        close: (connection) => connection.close(),
      });
    this.#lanes = {
      small: lane(sizes.small),
      heavy: lane(sizes.heavy),
      write: lane(sizes.write),
      stream: lane(sizes.stream),
      ping: lane(sizes.ping),
      control: lane(sizes.control),
    };
  }

  /** Starts a statement, with the deadline's time as the engine's own limit too. */
  start(
    lane: Lane,
    sql: Sql,
    settings: Settings,
    deadline: Deadline,
    format: AnswerFormat = 'JSONEachRow',
  ): RunningQuery<Uint8Array> {
    const query = startQuery({
      pool: this.#lanes[lane],
      deadline,
      work: (connection, tag) => {
        const limit = { max_execution_time: deadline.remainingMs() / 1000 };
        const remaining = { ...usualThreads, ...settings, ...limit };
        return connection.query({ tag, sql, settings: remaining, format });
      },
      kill: (tag) => this.#kill(tag),
    });
    // A load reads files of people, which may be anything.
    if (lane !== 'write')
      query.answer.catch((error: unknown) => (this.hasDamage ||= isDamage(error)));
    return query;
  }

  /**
   * Lets a process end that did not close its engine: exiting waits for whatever still runs, and what runs while the
   * engine is taken apart brings the process down. `letGo` ends what its queries wait for.
   */
  endAllNow(letGo: () => void): void {
    const until = performance.now() + exitPatienceMs;
    // A query that the engine has not begun yet is not found, hence more than once.
    do {
      this.#anchor.killAllNow();
      letGo();
      pause(exitLookMs);
    } while (this.#anchor.hasOthersNow() && performance.now() < until);
  }

  /** Waits for the running queries, refuses the waiting ones. */
  async close(): Promise<void> {
    const { control, ...others } = this.#lanes;
    await Promise.all(Object.values(others).map((lane) => lane.close()));
    await control.close();
    this.#anchor.close();
    await drainPending();
  }

  // SYNC would hang.
  async #kill(tag: string): Promise<void> {
    const text = `kill query where Settings['log_comment'] = ${quoteString(tag)} async`;
    await this.#control(text).catch(ignoreWarehouseError);
  }

  async #control<Row>(text: string): Promise<Row[]> {
    using deadline = startDeadline({ timeoutMs: controlTimeoutMs });
    return parseRows<Row>(await this.start('control', { text }, {}, deadline).answer);
  }
}

function ignoreWarehouseError(error: unknown): undefined {
  if (!(error instanceof WarehouseError)) throw error;
}
