import { StartError } from '../../platform/start-error.ts';
import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';

/** Prints a progress line on the error stream, so that the output stream contains only the result. */
export const say = (line: string): void => console.error(line);

/** Replaces `WarehouseBusyError` with a `StartError` whose sentence states that a server has the data open. */
export async function refusingBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof WarehouseBusyError)) throw cause;
    throw new StartError(
      'O servidor está no ar e usa estes dados: pare-o, espere que termine e repita o comando.',
      { cause },
    );
  }
}
