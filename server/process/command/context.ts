import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Config } from '../installation/config.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { StartError } from '../../platform/errors.ts';
import { openCheckedWarehouse, openPreparedWarehouse } from '../installation/installation.ts';
import { dataInUse } from '../transfer/exclusive-access.ts';
import { readFromServer } from './reading-socket.ts';
import { readings, type ReadingName } from './readings.ts';

/** What every command receives. */
export interface CommandContext extends StoreAndClock {
  readonly config: Config;
}

/** Prints a progress line on the error stream, so that the output stream contains only the result. */
export const print = (line: string): void => console.error(line);

/** Parses the options of a command; undefined for an unknown one, and for one without its value. */
export function maybeOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch {
    return undefined;
  }
}

/** Replaces `WarehouseBusyError` with a `StartError` whose sentence states that another process uses the data. */
export async function refusingBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof WarehouseBusyError ? dataInUse(cause) : cause;
  }
}

interface Runner {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Runs work whose signal the first SIGINT or SIGTERM aborts, so that it leaves nothing half done; the same signal again
 * ends the process. Throws `StartError` if the work fails after that.
 */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(interrupted.signal);
  } catch (cause) {
    if (!interrupted.signal.aborted) throw cause;
    throw new StartError('Interrompido antes do fim. Repita o comando para fazer tudo.', { cause });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/**
 * Calls `look` every half second until it returns a result or SIGINT or SIGTERM interrupts the command; undefined then.
 * The same signal again ends it. The process that has the warehouse open works on queued jobs, so this one starts the
 * runner that `runnerOn` makes whenever no other process has it. `elsewhere` is printed if one has it at first.
 */
export const followJobs = <Result>(
  context: CommandContext,
  runnerOn: (warehouse: Warehouse) => Promise<Runner>,
  look: () => Promise<Result | undefined>,
  elsewhere: string,
): Promise<Result | undefined> =>
  interruptible(async (signal) => {
    let stopHere: (() => Promise<void>) | undefined;
    try {
      stopHere = await startHere(context, runnerOn);
      if (stopHere === undefined) console.error(elsewhere);
      for (let turn = 1; !signal.aborted; turn++) {
        const result = await look();
        if (result !== undefined) return result;
        await sleep(lookEveryMs);
        if (turn % tryEveryTurns === 0) stopHere ??= await startHere(context, runnerOn);
      }
      return undefined;
    } finally {
      await stopHere?.();
    }
  });

const lookEveryMs = 500;
const tryEveryTurns = 6;

/** Starts a runner on the warehouse. Returns what stops it; undefined if another process has the warehouse. */
async function startHere(
  { config, store }: CommandContext,
  runnerOn: (warehouse: Warehouse) => Promise<Runner>,
): Promise<(() => Promise<void>) | undefined> {
  const warehouse = await unlessBusy(openCheckedWarehouse(config, store));
  if (warehouse === undefined) return undefined;
  try {
    const runner = await runnerOn(warehouse);
    runner.start();
    return async () => {
      await runner.stop();
      await warehouse.close();
    };
  } catch (error) {
    await warehouse.close();
    throw error;
  }
}

/** Reads from the warehouse here, or through the server that has it open. Throws `StartError` without either. */
export async function* reading(
  { config, store, clock }: CommandContext,
  name: ReadingName,
  args: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const warehouse = await unlessBusy(openPreparedWarehouse(config, store));
  if (warehouse === undefined) return yield* readFromServer(config.dataDir, name, args, signal);
  try {
    yield* readings[name].read({ config, store, clock, warehouse, signal }, args);
  } finally {
    await warehouse.close();
  }
}

/** Resolves to undefined if another process has the warehouse open. */
export async function unlessBusy(opening: Promise<Warehouse>): Promise<Warehouse | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof WarehouseBusyError) return undefined;
    throw error;
  }
}
