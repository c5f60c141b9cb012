import { Session } from 'chdb';
import { isOutOfFiles } from '../open-file-limit.ts';
import { toWarehouseError, WarehouseBusyError } from './engine-error.ts';
import { fixedSettings, type Settings } from './query-settings.ts';
import { isHeldByAnother, isLockedByAnother } from './other-processes.ts';
import { formatParam, quoteString } from './sql-literal.ts';
import type { Sql } from './warehouse.ts';

/**
 * One connection of the embedded engine. Settings and parameters precede the statement in the same call: chDB's own
 * parameter binding would serialise all statements of the process.
 */
export class ChdbConnection {
  readonly #directory: string;
  #session: Session;
  #boundNames = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
    this.#session = openSession(directory);
  }

  /**
   * The result's rows as lines of JSON. By the tag, the statement can be found and killed while it runs. After a failure
   * the connection must not be used again.
   */
  async query(sql: Sql, settings: Settings, tag: string): Promise<Uint8Array> {
    const params = sql.params ?? {};
    this.#forgetOthers(sql.text, params);
    const assignments = [
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
      ...Object.entries(params).map(([name, value]) => {
        this.#boundNames.add(name);
        return `param_${name} = ${quoteString(formatParam(value))}`;
      }),
      `log_comment = ${quoteString(tag)}`,
    ];
    const text = `set ${assignments.join(', ')};\n${sql.text}`;
    try {
      const result = await this.#session.queryAsync(text, { format: 'JSONEachRow' });
      return result.bytes();
    } catch (error) {
      throw toWarehouseError(error);
    }
  }

  /** Kills every other query of the process; only for the moment before it exits. */
  killAllNow(): void {
    this.#session.query('kill query where query_id != queryID() async');
  }

  /**
   * Whether another query of the process runs; only for the moment before it exits. An ended query whose result this
   * process has not taken yet remains in the list, with all its data sent.
   */
  hasOthersNow(): boolean {
    const text =
      'select count() from system.processes where query_id != queryID() and not is_all_data_sent';
    return this.#session.query(text, 'TabSeparated').trim() !== '0';
  }

  close(): void {
    this.#session.close();
  }

  // A parameter stays bound in its session; a statement that lacks its own must not use an older value.
  #forgetOthers(text: string, params: NonNullable<Sql['params']>): void {
    const leftOver = [...this.#boundNames].filter((name) => !Object.hasOwn(params, name));
    if (!leftOver.some((name) => new RegExp(`\\{\\s*${name}\\s*:`).test(text))) return;
    this.#session.close();
    this.#session = openSession(this.#directory);
    this.#boundNames.clear();
  }
}

/** The database of the tables; statements omit it. */
const database = 'caged';

function openSession(directory: string): Session {
  const connectionArgs = Object.entries(fixedSettings).map(([name, value]) => `--${name}=${value}`);
  try {
    // Checked first, because an engine that finds the directory locked writes its own lines to stderr.
    if (isHeldByAnother(directory)) throw new WarehouseBusyError(directory, undefined);
    const session = new Session(directory, { connectionArgs });
    session.query(`create database if not exists ${database}; use ${database}`);
    return session;
  } catch (error) {
    // If no file can be opened, the checks are impossible.
    const isKnown = error instanceof WarehouseBusyError || isOutOfFiles(error);
    throw !isKnown && (isHeldByAnother(directory) || isLockedByAnother(directory))
      ? new WarehouseBusyError(directory, error)
      : toWarehouseError(error);
  }
}
