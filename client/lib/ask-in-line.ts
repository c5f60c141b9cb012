import { CallError } from './call.ts';
import type { Queue } from '../../shared/contracts/failure.ts';

/** A request's queue position, with the server's sentence about it. */
export interface LinePlace extends Queue {
  readonly sentence: string;
}

const usualSeconds = 5;

/**
 * Repeats a request for as long as the server reports it as queued; the request keeps its queue position meanwhile.
 * Rejects with the signal's reason when it aborts, and with every other error.
 */
export async function askInLine<Answer>(
  ask: () => Promise<Answer>,
  refused: unknown,
  { signal, onPlace }: { signal: AbortSignal; onPlace: (place: LinePlace) => void },
): Promise<Answer> {
  for (let refusal = refused; ;) {
    if (!(refusal instanceof CallError) || refusal.queue === undefined) throw refusal;
    onPlace({ ...refusal.queue, sentence: refusal.message });
    await passing((refusal.retryAfterSeconds ?? usualSeconds) * 1000, signal);
    try {
      return await ask();
    } catch (error) {
      refusal = error;
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
