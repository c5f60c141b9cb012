import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartError } from '../errors.ts';
import { canRestorePriority } from '../job-thread.ts';
import { ChdbEngine, type Lane } from './chdb-engine.ts';
import { loadEnded, startDeadline } from './running-query.ts';
import { openReadPipe, openWritePipe, type PipeInUse, Pipes } from './named-pipes.ts';
import { parseRows, splitRows } from './json-lines.ts';
import { embeddedLoadSettings, embeddedQuerySettings, loadSettings } from './query-settings.ts';
import { toWarehouseError } from './engine-error.ts';
import { quoteString } from './sql-literal.ts';
import { DrainedStream } from './drained-stream.ts';
import {
  type LineLoad,
  type QueryLimits,
  rowForms,
  type RowForm,
  type Sql,
  type Warehouse,
  WarehouseError,
} from './warehouse.ts';
import { writeText } from './write-text.ts';

/**
 * Opens the engine inside this process on a data directory. `connections` is how many small queries run at once: one
 * search with all its panels may need eight. Each running query occupies a thread of Node's pool, so the process sets
 * UV_THREADPOOL_SIZE to 24 or more before its first asynchronous work. Throws `WarehouseBusyError` if another process
 * has the directory open, and `StartError` if its disk has no named pipes or its path has braces.
 */
export async function openEmbeddedWarehouse(path: string, connections = 8): Promise<Warehouse> {
  const directory = resolve(path);
  // In the path of a pipe, the engine reads braces as a pattern: queries would report damage, and loads never end.
  if (/[{}]/.test(directory)) throw new StartError(braces);
  await mkdir(directory, { recursive: true });
  const streams = 3;
  const writes = 3;
  const engine = new ChdbEngine(directory, {
    sizes: {
      small: connections,
      heavy: 2,
      write: writes,
      stream: streams,
      ping: 1,
      control: 1,
    },
    hasPriorities: await canRestorePriority(),
  });
  try {
    const pipes = join(directory, 'pipes');
    await rm(pipes, { recursive: true, force: true });
    await mkdir(pipes);
    return new EmbeddedWarehouse(engine, await Pipes.make(pipes, streams + writes), pipes);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

const braces =
  'O caminho de DATA_DIR não pode ter chaves ({ ou }), que o banco de dados embutido lê como um padrão de nomes: escolha outra pasta.';

class EmbeddedWarehouse implements Warehouse {
  readonly #engine: ChdbEngine;
  readonly #pipes: Pipes;
  readonly #pipesFolder: string;
  readonly #pipesInUse = new Set<PipeInUse>();
  #closing: Promise<void> | undefined;
  /** Whether the process exits with an error that nothing caught, which Node prints after the `exit` listeners. */
  #isFailing = false;
  /** Whether `#leaveAtExit` has run: `exitWithoutHandlers` calls the listeners again. */
  #isLeaving = false;

  constructor(engine: ChdbEngine, pipes: Pipes, pipesFolder: string) {
    this.#engine = engine;
    this.#pipes = pipes;
    this.#pipesFolder = pipesFolder;
    // Runs before chDB's own listener, which closes every connection.
    process.prependListener('exit', this.#leaveAtExit);
    process.on('uncaughtExceptionMonitor', this.#noteFailure);
  }

  async rows<Row>(sql: Sql, limits?: QueryLimits): Promise<Row[]> {
    using deadline = startDeadline(limits);
    const query = this.#engine.start(laneOf(limits), sql, embeddedQuerySettings(limits), deadline);
    return parseRows<Row>(await query.answer);
  }

  stream<Row>(sql: Sql, limits?: QueryLimits): AsyncGenerator<Row[]> {
    return splitRows<Row>(this.#written('stream', sql, 'JSONEachRow', limits));
  }

  bytes(sql: Sql, form: RowForm, limits?: QueryLimits): AsyncGenerator<Uint8Array> {
    // This process reads columns as fast as it can: they do not wait behind the slow readers of the lane `stream`.
    const lane = form === 'columns' ? laneOf(limits) : 'stream';
    return this.#written(lane, sql, rowForms[form], limits);
  }

  // The engine writes into a pipe as into a file. chDB's own streams plan the query, including scalar subqueries, on
  // this thread, which would block the event loop for that time.
  async *#written(
    lane: Lane,
    sql: Sql,
    format: string,
    limits: QueryLimits | undefined,
  ): AsyncGenerator<Uint8Array> {
    using deadline = startDeadline(limits);
    const readPipe = await openReadPipe(this.#pipes);
    this.#pipesInUse.add(readPipe);
    const text = `insert into function file(${quoteString(readPipe.path)}, ${format})\n${sql.text}`;
    const query = this.#engine.start(
      lane,
      { ...sql, text },
      embeddedQuerySettings(limits),
      deadline,
    );
    const stream = new DrainedStream();
    stream.connect(readPipe.reader, toWarehouseError);
    query.answer.then(readPipe.endWriting, (error) => stream.fail(error));
    try {
      yield* stream.chunks;
    } finally {
      deadline.abort(new WarehouseError('The reader has left the stream.', undefined));
      // The engine notices a kill only between two writes.
      stream.shut();
      void query.ended.then(() => this.#remove(readPipe));
    }
  }

  async run(sql: Sql, limits?: QueryLimits): Promise<void> {
    using deadline = startDeadline(limits);
    await this.#engine.start('write', sql, embeddedQuerySettings(limits), deadline).answer;
  }

  async load({ text, statement, ...load }: LineLoad): Promise<void> {
    using deadline = startDeadline(load.limits);
    const writePipe = await openWritePipe(this.#pipes);
    this.#pipesInUse.add(writePipe);
    const source = `file(${quoteString(writePipe.path)}, LineAsString, 'line String', 'none')`;
    const settings = { ...loadSettings(load), ...embeddedLoadSettings };
    const query = this.#engine.start('write', statement(source), settings, deadline);
    writePipe.writer.catch(deadline.abort);
    query.answer.catch(writePipe.abort);
    try {
      await loadEnded(
        query,
        writePipe.writer.then((writer) => writeText(text, writer, deadline.abort)),
      );
    } finally {
      void query.ended.then(() => this.#remove(writePipe));
    }
  }

  async ping(limits?: Pick<QueryLimits, 'timeoutMs'>): Promise<void> {
    using deadline = startDeadline(limits);
    await this.#engine.start('ping', { text: 'select 1' }, embeddedQuerySettings(limits), deadline)
      .answer;
  }

  hasDamage(): boolean {
    return this.#engine.hasDamage;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#engine.close();
    process.off('exit', this.#leaveAtExit);
    process.off('uncaughtExceptionMonitor', this.#noteFailure);
    await rm(this.#pipesFolder, { recursive: true, force: true });
  }

  async #remove(pipe: PipeInUse): Promise<void> {
    await pipe.remove();
    this.#pipesInUse.delete(pipe);
  }

  readonly #noteFailure = () => {
    this.#isFailing = true;
  };

  readonly #leaveAtExit = (code: number) => {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    // A thread that waits for a text would block the process's exit for ever.
    this.#engine.endAllNow(() => {
      for (const pipe of this.#pipesInUse) pipe.abort();
    });
    if (!this.#isFailing) exitWithoutHandlers(code);
  };
}

const shell = '/bin/sh';

/**
 * Ends the process without the exit handlers of C libraries, after calling the listeners of `exit`. The engine's own
 * handlers crash about one exit in a hundred on a loaded machine, although all its queries have ended. `execve` replaces
 * the program by a shell, so none of them run.
 */
function exitWithoutHandlers(code: number): void {
  // A failing `execve` would abort the process.
  if (process.execve === undefined || !existsSync(shell)) return;
  for (const listener of process.listeners('exit')) listener.call(process, code);
  process.execve(shell, ['sh', '-c', `exit ${code}`], {});
}

const laneOf = (limits: QueryLimits | undefined) =>
  (limits?.threads ?? 1) > 1 ? 'heavy' : 'small';
