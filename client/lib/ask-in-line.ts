import type { Queue } from '../../shared/contracts/failure.ts';
import { CallError } from './call.ts';

/** Where a question stands, and the server's sentence about it. */
export interface LinePlace extends Queue {
  readonly sentence: string;
}

const usualSeconds = 5;

/**
 * Asks again for as long as the server says that the question waits for its turn: it keeps its place meanwhile. Rejects
 * with the signal's reason when it aborts, and with every other error.
 */
export async function askInLine<Answer>(
  ask: () => Promise<Answer>,
  { signal, onPlace }: { signal: AbortSignal; onPlace: (place: LinePlace) => void },
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallError) || error.queue === undefined) throw error;
      onPlace({ ...error.queue, sentence: error.message });
      await passing((error.retryAfterSeconds ?? usualSeconds) * 1000, signal);
    }
  }
}

function passing(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const leave = () => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  });
}
