import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  createClient,
  type Row as ResultRow,
} from '@clickhouse/client';
import { type Deadline, endsWithin, loadPatienceMs, startDeadline } from './deadline.ts';
import { toWarehouseError } from './engine-error.ts';
import { Pool } from './pool.ts';
import { fixedSettings, limitSettings, loadSettings, type Settings } from './query-settings.ts';
import { type RunningQuery, startQuery } from './running-query.ts';
import { exceptionHeader, untilException } from './late-exception.ts';
import { Valve } from './valve.ts';
import {
  type LineLoad,
  type QueryLimits,
  rowForms,
  type RowForm,
  type Sql,
  type SqlValue,
  type Warehouse,
  WarehouseError,
} from './warehouse.ts';

export interface ClickHouseOptions {
  /** `http://user:password@host:8123`. */
  readonly url: string;
  /** Created when it is missing. */
  readonly database: string;
}

/** What every call of the client says about its query. */
interface Request {
  readonly query: string;
  readonly query_id: string;
  readonly query_params: Record<string, SqlValue>;
  readonly clickhouse_settings: Settings;
}

const runningAtOnce = 32;
const controlTimeoutMs = 5_000;
// The door has its own clock. The client's would close the connection with the query still running.
const dayMs = 24 * 60 * 60 * 1000;

/** Opens the door to ClickHouse servers. */
export async function openClickHouseWarehouse(options: ClickHouseOptions): Promise<Warehouse> {
  const control = connect({ url: options.url });
  try {
    await control.command({
      query: 'create database if not exists {database:Identifier}',
      query_params: { database: options.database },
    });
  } catch (error) {
    await control.close();
    throw toWarehouseError(error);
  }
  return new ClickHouseWarehouse(connect(options), control);
}

function connect(options: { readonly url: string; readonly database?: string }): ClickHouseClient {
  return createClient({
    ...options,
    request_timeout: dayMs,
    max_open_connections: runningAtOnce,
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
  });
}

// No signal ever reaches the client: a query is ended by the server, and its response read to the end.
class ClickHouseWarehouse implements Warehouse {
  readonly #client: ClickHouseClient;
  readonly #control: ClickHouseClient;
  readonly #permits = new Pool({ size: runningAtOnce, open: () => null, close: () => {} });
  #closing: Promise<void> | undefined;

  constructor(client: ClickHouseClient, control: ClickHouseClient) {
    this.#client = client;
    this.#control = control;
  }

  async rows<Row>(sql: Sql, limits?: QueryLimits): Promise<Row[]> {
    using deadline = startDeadline(limits);
    const query = this.#start(sql, limitSettings(limits), deadline, async (request) => {
      const batches: Row[][] = [];
      for await (const batch of await this.#select(request)) batches.push(parseBatch(batch));
      return batches.flat();
    });
    return await query.answer;
  }

  async columns(sql: Sql, limits?: QueryLimits): Promise<Uint8Array> {
    using deadline = startDeadline(limits);
    const query = this.#start(sql, limitSettings(limits), deadline, async (request) =>
      buffer(await this.#written(request, 'Native')),
    );
    return await query.answer;
  }

  async *stream<Row>(sql: Sql, limits?: QueryLimits): AsyncGenerator<Row[]> {
    using deadline = startDeadline(limits);
    const valve = new Valve({ objectMode: true });
    const query = this.#start(sql, limitSettings(limits), deadline, async (request) => {
      const source = await this.#select(request);
      valve.connect(source);
      await finished(source);
    });
    query.answer.catch((error) => valve.fail(error));
    try {
      for await (const batch of valve.chunks) yield parseBatch<Row>(batch);
    } finally {
      deadline.abort(new WarehouseError('The reader has left the stream.', undefined));
      valve.shut();
    }
  }

  async *bytes(sql: Sql, form: RowForm, limits?: QueryLimits): AsyncGenerator<Uint8Array> {
    using deadline = startDeadline(limits);
    const valve = new Valve({ objectMode: false });
    const query = this.#start(sql, limitSettings(limits), deadline, async (request) => {
      const source = await this.#written(request, rowForms[form]);
      valve.connect(source);
      await finished(source);
    });
    query.answer.catch((error) => valve.fail(error));
    try {
      yield* valve.chunks;
    } finally {
      deadline.abort(new WarehouseError('The reader has left the stream.', undefined));
      valve.shut();
    }
  }

  async run(sql: Sql, limits?: QueryLimits): Promise<void> {
    using deadline = startDeadline(limits);
    await this.#start(sql, limitSettings(limits), deadline, (request) =>
      this.#client.command(request),
    ).answer;
  }

  async load({ text, statement, ...load }: LineLoad): Promise<void> {
    using deadline = startDeadline(load.limits);
    const sql = statement(`input('line String')`);
    // A text that breaks off ends the body like a whole one: the server is told by a kill, not by a lost connection.
    const values = new PassThrough({ highWaterMark: 1024 ** 2 });
    const feeding = finished(text).catch((error: unknown) => {
      deadline.abort(error);
      values.end();
      throw error;
    });
    feeding.catch(() => {});
    text.pipe(values);
    const query = this.#start(sql, loadSettings(load), deadline, async (request) => {
      const insert = `${request.query}\nformat LineAsString`;
      const { stream } = await this.#client.exec({ ...request, query: insert, values });
      await finished(stream.resume());
    });
    try {
      await Promise.all([query.answer, feeding]);
    } catch (error) {
      await endsWithin(query.ended, loadPatienceMs);
      throw error;
    }
  }

  async ping({ timeoutMs = controlTimeoutMs }: Pick<QueryLimits, 'timeoutMs'> = {}): Promise<void> {
    try {
      await this.#control.command({
        query: 'select 1',
        abort_signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw toWarehouseError(error);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#permits.close();
    await this.#client.close();
    await this.#control.close();
  }

  async #select(request: Request) {
    const result = await this.#client.query({ ...request, format: 'JSONEachRow' });
    return result.stream();
  }

  async #written(request: Request, format: string): Promise<Readable> {
    const query = `${request.query}\nformat ${format}`;
    const { stream, response_headers } = await this.#client.exec({ ...request, query });
    const tag = response_headers[exceptionHeader];
    return typeof tag === 'string' ? untilException(stream, tag) : stream;
  }

  #start<Answer>(
    sql: Sql,
    settings: Settings,
    deadline: Deadline,
    ask: (request: Request) => Promise<Answer>,
  ): RunningQuery<Answer> {
    return startQuery({
      pool: this.#permits,
      deadline,
      work: async (_permit, tag) => {
        const limit = { max_execution_time: deadline.remainingMs() / 1000 };
        try {
          return await ask({
            query: sql.text,
            query_id: tag,
            query_params: { ...sql.params },
            clickhouse_settings: { ...fixedSettings, ...settings, ...limit },
          });
        } catch (error) {
          throw toWarehouseError(error);
        }
      },
      kill: (tag) => this.#kill(tag),
    });
  }

  // The server may be away; then its own time limit ends the query.
  async #kill(tag: string): Promise<void> {
    await this.#control
      .command({
        query: 'kill query where query_id = {tag:String} async',
        query_params: { tag },
        abort_signal: AbortSignal.timeout(controlTimeoutMs),
      })
      .catch(() => {});
  }
}

function parseBatch<Parsed>(batch: ResultRow[]): Parsed[] {
  return JSON.parse(`[${batch.map((row) => row.text).join(',')}]`);
}
