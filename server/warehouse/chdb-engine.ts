import { randomUUID } from 'node:crypto';
import { drainPending } from 'chdb';
import { ChdbConnection } from './chdb-connection.ts';
import { type Deadline, endsWithin, startDeadline, waitUnlessAborted } from './deadline.ts';
import { parseRows } from './json-lines.ts';
import { type Loan, Pool } from './pool.ts';
import type { Settings } from './query-settings.ts';
import { quoteString } from './sql-literal.ts';
import { type LoadProgress, type Sql, WarehouseError } from './warehouse.ts';

/** Kinds of work with connections of their own, so that none has to wait behind another kind. */
export type Lane = 'small' | 'heavy' | 'write' | 'stream' | 'control';

export interface RunningQuery {
  readonly tag: string;
  /** Rejects at once when the deadline passes. */
  readonly answer: Promise<Uint8Array>;
  /** Resolves when the engine has really stopped working on it, later than the answer's rejection. */
  readonly ended: Promise<void>;
}

const killAgainMs = 250;
const controlTimeoutMs = 5_000;

/** The embedded engine's connections: who may use which, how a query is stopped, how all are closed. */
export class ChdbEngine {
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
      control: lane(sizes.control),
    };
  }

  /** Starts a statement; a failed or abandoned one takes its connection with it. */
  start(lane: Lane, sql: Sql, settings: Settings, deadline: Deadline): RunningQuery {
    const tag = randomUUID();
    const lending = this.#lanes[lane].lend(deadline.signal);
    const work = lending.then((loan) => {
      const remaining = { ...settings, max_execution_time: deadline.remainingMs() / 1000 };
      return loan.item.query({ tag, sql, settings: remaining });
    });
    const ended = lending.then(
      (loan) => returnLoan(loan, work, deadline.signal),
      () => {},
    );
    this.#killOnAbort(tag, ended, deadline.signal);
    return { tag, answer: waitUnlessAborted(work, deadline.signal), ended };
  }

  /** Rows and bytes that a running query has read so far, or undefined when it does not run. */
  async progressOf(tag: string): Promise<LoadProgress | undefined> {
    const [progress] = await this.#control<LoadProgress>(
      `select read_rows as rows, read_bytes as bytes
      from system.processes
      where Settings['log_comment'] = ${quoteString(tag)}`,
    );
    return progress;
  }

  /** Lets a process end that did not close its engine: exiting waits for whatever still runs. */
  killAllNow(): void {
    this.#anchor.killAllNow();
  }

  /** Waits for the running queries, refuses the waiting ones. */
  async close(): Promise<void> {
    const { control, ...others } = this.#lanes;
    await Promise.all(Object.values(others).map((lane) => lane.close()));
    await control.close();
    this.#anchor.close();
    await drainPending();
  }

  #killOnAbort(tag: string, ended: Promise<void>, signal: AbortSignal): void {
    const kill = () => void this.#killUntil(tag, ended);
    signal.addEventListener('abort', kill, { once: true });
    void ended.then(() => signal.removeEventListener('abort', kill));
  }

  // A query that the engine has not begun yet is not found, hence more than once. SYNC would hang.
  async #killUntil(tag: string, ended: Promise<void>): Promise<void> {
    do {
      await this.#control(
        `kill query where Settings['log_comment'] = ${quoteString(tag)} async`,
      ).catch(ignoreWarehouseError);
    } while (!(await endsWithin(ended, killAgainMs)));
  }

  async #control<Row>(text: string): Promise<Row[]> {
    using deadline = startDeadline({ timeoutMs: controlTimeoutMs });
    return parseRows<Row>(await this.start('control', { text }, {}, deadline).answer);
  }
}

async function returnLoan(
  loan: Loan<ChdbConnection>,
  work: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await work;
  } catch {
    return loan.retire();
  }
  if (signal.aborted) loan.retire();
  else loan.giveBack();
}

function ignoreWarehouseError(error: unknown): void {
  if (!(error instanceof WarehouseError)) throw error;
}
