import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { type Address, type Addresses, runningAtOnce, signOfLifeMs } from './addresses.ts';
import { isWorthAnother, otherReplicas, toCallerError } from './failover.ts';
import { guardOf } from './cluster.ts';
import { controlTimeoutMs, kill, type Request, resultOf, runToEnd } from './clickhouse-requests.ts';
import {
  isDamage,
  isFaulty,
  isRefused,
  timeoutCode,
  toWarehouseError,
  WarehouseAwayError,
} from '../engine-error.ts';
import {
  type Deadline,
  loadEnded,
  startDeadline,
  type RunningQuery,
  startQuery,
} from '../running-query.ts';
import { parseRows, splitRows } from '../json-lines.ts';
import { Pool } from '../pool.ts';
import {
  fixedSettings,
  limitSettings,
  loadSettings,
  serverSettings,
  type Settings,
} from '../query-settings.ts';
import { withLongParamsInText } from '../sql-literal.ts';
import { DrainedStream } from '../drained-stream.ts';
import {
  type LineLoad,
  type QueryLimits,
  rowForms,
  type RowForm,
  type Sql,
  type Warehouse,
  WarehouseError,
  type Cluster,
} from '../warehouse.ts';
import { writeText } from '../write-text.ts';

type Send<Answer> = (request: Request, address: Address, attempt: AbortSignal) => Promise<Answer>;

export interface ClickHouseParts {
  readonly cluster?: Cluster | undefined;
  /**
   * Whether to stop waiting for a server that does not respond to pings: other servers can take over, or others wait
   * for its result.
   */
  readonly isWatched: boolean;
}

/** Operators repair servers while this process runs, so this process forgets damage after this time. */
const damageIsRememberedMs = 60 * 60_000;

/** The server sends nothing before the result is complete: an error in the middle would be lost. */
const wholeAnswer = { wait_end_of_query: 1 } as const satisfies Settings;

/**
 * A warehouse on ClickHouse servers. No abort signal ever reaches the client: the server kills a query, and its
 * response is read to the end.
 */
export class ClickHouseWarehouse implements Warehouse {
  readonly cluster?: Cluster;
  readonly #addresses: Addresses;
  readonly #isWatched: boolean;
  readonly #permits = new Pool({ size: runningAtOnce, open: () => null, close: () => {} });
  #closing: Promise<void> | undefined;
  /** When a query last found damaged data, by the clock of this process. */
  #damageMetAt = -Infinity;

  constructor(addresses: Addresses, { cluster, isWatched }: ClickHouseParts) {
    this.#addresses = addresses;
    this.#isWatched = isWatched;
    if (cluster !== undefined) this.cluster = cluster;
  }

  async rows<Row>(sql: Sql, limits?: QueryLimits): Promise<Row[]> {
    using deadline = startDeadline(limits);
    const settings = { ...limitSettings(limits), ...wholeAnswer };
    try {
      return parseRows<Row>(
        await this.#start(sql, settings, deadline, fetchJsonRows, () => true).answer,
      );
    } catch (error) {
      throw await this.#withCause(error);
    }
  }

  stream<Row>(sql: Sql, limits?: QueryLimits): AsyncGenerator<Row[]> {
    return splitRows<Row>(this.#passedOn(sql, 'JSONEachRow', limits));
  }

  bytes(sql: Sql, form: RowForm, limits?: QueryLimits): AsyncGenerator<Uint8Array> {
    return this.#passedOn(sql, rowForms[form], limits);
  }

  /** Returns a timeout unchanged if the servers respond to a ping, or else as unavailable. Records damage. */
  async #withCause(error: unknown): Promise<unknown> {
    if (isDamage(error)) this.#damageMetAt = performance.now();
    if (toWarehouseError(error).engineCode !== timeoutCode) return error;
    return this.ping({ timeoutMs: signOfLifeMs }).then(
      () => error,
      () => new WarehouseAwayError('servers', this.#addresses.hosts, error),
    );
  }

  /** The server's bytes, at the reader's pace. Another server is tried only while the reader has received nothing. */
  async *#passedOn(
    sql: Sql,
    format: string,
    limits: QueryLimits | undefined,
  ): AsyncGenerator<Uint8Array> {
    using deadline = startDeadline(limits);
    const stream = new DrainedStream();
    const query = this.#start(
      sql,
      limitSettings(limits),
      deadline,
      async (request, address, attempt) => {
        const source = await resultOf(request, format, address);
        // A server that fails may already have sent a successful status.
        await once(source, 'readable');
        // A silent server may respond after another one has.
        if (attempt.aborted) source.resume();
        else stream.connect(source, (error) => this.#translate(error));
        await finished(source);
      },
      () => !stream.isConnected,
    );
    query.answer.catch(async (error: unknown) => stream.fail(await this.#withCause(error)));
    try {
      yield* stream.chunks;
    } finally {
      deadline.abort(new WarehouseError('The reader has left the stream.', undefined));
      stream.shut();
    }
  }

  async run(sql: Sql, limits?: QueryLimits): Promise<void> {
    using deadline = startDeadline(limits);
    await this.#start(sql, limitSettings(limits), deadline, runToEnd, isRefused).answer;
  }

  async load({ text, statement, ...load }: LineLoad): Promise<void> {
    using deadline = startDeadline(load.limits);
    const sql = statement(`input('line String')`);
    // If the text breaks off, the request body still ends normally, and a kill stops the insert: the server must not
    // see a lost connection.
    const values = new PassThrough({ highWaterMark: 1024 ** 2 });
    const feeding = writeText(copied(text), values, (error) => {
      deadline.abort(error);
      values.end();
    });
    const query = this.#start(
      sql,
      loadSettings(load),
      deadline,
      async (request, { client }) => {
        const insert = `${request.query}\nformat LineAsString`;
        const { stream } = await client.exec({ ...request, query: insert, values });
        await finished(stream.resume());
      },
      () => false,
    );
    await loadEnded(query, feeding);
  }

  async ping({ timeoutMs = controlTimeoutMs }: Pick<QueryLimits, 'timeoutMs'> = {}): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs);
    // Each server gets an equal share of the time, so that a silent one leaves time for the others.
    const share = timeoutMs / this.#addresses.all.length;
    for (let attempt = 1; ; attempt++) {
      const address = this.#addresses.pick();
      try {
        const abort_signal = AbortSignal.any([signal, AbortSignal.timeout(share)]);
        await address.control.command({ query: 'select 1', abort_signal });
        return;
      } catch (error) {
        this.#addresses.exclude(address);
        if (attempt >= this.#addresses.all.length || signal.aborted) throw this.#translate(error);
      }
    }
  }

  hasDamage(): boolean {
    return performance.now() - this.#damageMetAt < damageIsRememberedMs;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#permits.close();
    await this.#addresses.close();
    await this.cluster?.close();
  }

  #mayTryAnother(error: unknown, attempt: number, mayRepeat: (error: unknown) => boolean): boolean {
    const { length } = this.#addresses.all;
    return length > 1 && attempt <= length + 1 && mayRepeat(error) && isWorthAnother(error);
  }

  #translate(error: unknown): WarehouseError {
    return toCallerError(error, this.#addresses.all);
  }

  #start<Answer>(
    sql: Sql,
    settings: Settings,
    deadline: Deadline,
    send: Send<Answer>,
    mayRepeat: (error: unknown) => boolean,
  ): RunningQuery<Answer> {
    let address = this.#addresses.pick();
    const { text, params } = withLongParamsInText(sql);
    return startQuery({
      pool: this.#permits,
      deadline,
      work: async (_permit, tag) => {
        for (let attempt = 1; ; attempt++) {
          const limit = { max_execution_time: deadline.remainingMs() / 1000 };
          const over = new AbortController();
          try {
            const answer = send(
              {
                query: text,
                query_id: `${tag}-${attempt}`,
                query_params: { ...params },
                clickhouse_settings: {
                  ...fixedSettings,
                  ...serverSettings,
                  ...this.cluster?.settings,
                  ...(this.cluster && guardOf(this.cluster.database, sql)),
                  ...(this.cluster && otherReplicas(attempt, this.cluster.maxReplicas)),
                  ...settings,
                  ...limit,
                },
              },
              address,
              over.signal,
            );
            if (!this.#isWatched) return await answer;
            return await Promise.race([answer, this.#addresses.untilLost(address, over.signal)]);
          } catch (error) {
            if (isFaulty(error)) this.#addresses.exclude(address);
            if (deadline.signal.aborted || !this.#mayTryAnother(error, attempt, mayRepeat)) {
              throw this.#translate(error);
            }
            address = this.#addresses.pick();
          } finally {
            over.abort();
          }
        }
      },
      kill: (tag) => kill(tag, address),
    });
  }
}

const fetchJsonRows: Send<Uint8Array> = async (request, address) =>
  buffer(await resultOf(request, 'JSONEachRow', address));

/** Copies each chunk: the client still holds unsent chunks when the text reuses their memory. */
async function* copied(text: LineLoad['text']): AsyncGenerator<Buffer> {
  for await (const chunk of text) yield Buffer.from(chunk);
}
