import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../installation/config.ts';
import type { Store } from '../../platform/store/store.ts';
import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { openCheckedWarehouse, openPreparedWarehouse } from '../installation/installation.ts';
import { serverRuns } from '../transfer/exclusive-access.ts';
import { askServer } from './reading-socket.ts';
import { readings, type ReadingName } from './readings.ts';

/** What every command receives. */
export interface CommandContext {
  readonly config: Config;
  readonly store: Store;
  readonly clock: () => Date;
}

interface Interrupt extends Disposable {
  readonly isRequested: boolean;
}

/** Until disposed of, records SIGINT and SIGTERM instead of ending the command; a second signal ends it. */
function listenForInterrupt(): Interrupt {
  const leaving = {
    isRequested: false,
    ask: () => {
      leaving.isRequested = true;
    },
    [Symbol.dispose]() {
      process.off('SIGINT', leaving.ask).off('SIGTERM', leaving.ask);
    },
  };
  process.once('SIGINT', leaving.ask).once('SIGTERM', leaving.ask);
  return leaving;
}

/** Prints a progress line on the error stream, so that the output stream contains only the result. */
export const say = (line: string): void => console.error(line);

/** Replaces `WarehouseBusyError` with a `StartError` whose sentence states that a server has the data open. */
export async function refusingBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof WarehouseBusyError ? serverRuns({ cause }) : cause;
  }
}

/** Work in this process that ends before the warehouse closes. */
interface RunningHere {
  stop(): Promise<void>;
}

interface Runner extends RunningHere {
  start(): void;
}

/**
 * Calls `look` every half second until it returns a result or the user interrupts the command; undefined then. The
 * process that has the warehouse open works on queued jobs, so this one starts the runner that `runnerOn` makes whenever
 * no other process has it. `elsewhere` is printed if one has it at first.
 */
export async function followJobs<Result>(
  context: CommandContext,
  runnerOn: (warehouse: Warehouse) => Promise<Runner>,
  look: () => Promise<Result | undefined>,
  elsewhere: string,
): Promise<Result | undefined> {
  using leaving = listenForInterrupt();
  let hand = await startHere(context, runnerOn);
  if (hand === undefined) console.error(elsewhere);
  try {
    for (let turn = 1; !leaving.isRequested; turn++) {
      const result = await look();
      if (result !== undefined) return result;
      await sleep(lookEveryMs);
      if (turn % tryEveryTurns === 0) hand ??= await startHere(context, runnerOn);
    }
    return undefined;
  } finally {
    await hand?.stop();
  }
}

const lookEveryMs = 500;
const tryEveryTurns = 6;

/** Starts a runner on the warehouse; undefined if another process has the warehouse open. */
async function startHere(
  { config, store }: CommandContext,
  runnerOn: (warehouse: Warehouse) => Promise<Runner>,
): Promise<RunningHere | undefined> {
  try {
    const warehouse = await openCheckedWarehouse(config, store);
    const runner = await runnerOn(warehouse);
    runner.start();
    return {
      async stop() {
        await runner.stop();
        await warehouse.close();
      },
    };
  } catch (error) {
    if (error instanceof WarehouseBusyError) return undefined;
    throw error;
  }
}

/**
 * Reads from the warehouse in this process, or through the running server that has it open. Throws `StartError` where
 * neither is possible.
 */
export async function* reading(
  { config, store, clock }: CommandContext,
  name: ReadingName,
  args: readonly string[],
): AsyncGenerator<string | Uint8Array> {
  const warehouse = await unlessBusy(openPreparedWarehouse(config, store));
  if (warehouse === undefined) return yield* askServer(config.dataDir, name, args);
  try {
    yield* readings[name].read({ config, store, clock, warehouse }, args);
  } finally {
    await warehouse.close();
  }
}

async function unlessBusy(opening: Promise<Warehouse>): Promise<Warehouse | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof WarehouseBusyError) return undefined;
    throw error;
  }
}
