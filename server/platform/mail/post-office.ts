import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Letter } from './letters.ts';
import type { Mailer } from './mailer.ts';

/** Sends letters behind the answer to a request, so that no answer waits for a mail server or tells of one. */
export interface PostOffice {
  /** Takes a letter; it is sent in the background, tried again after failures, and a final failure is logged. */
  post(to: string, letter: Letter): void;
  /** Does work that ends in letters behind the answer; its failure is logged. */
  later(work: () => Promise<void>): void;
  /** Ends when everything that was taken is sent or given up. */
  idle(): Promise<void>;
  /** Tries what waits for another try once more, now, and ends when that is done. */
  close(): Promise<void>;
}

const retryAfterMs = [1_000, 10_000, 60_000] as const;

export function openPostOffice(
  mailer: Mailer,
  logger: Pick<Logger, 'warn' | 'error'>,
  waitsMs: readonly number[] = retryAfterMs,
): PostOffice {
  const busy = new Set<Promise<void>>();
  const closing = new AbortController();
  const later = (work: () => Promise<void>) => {
    const running = (async () => {
      // Whoever asked gets his answer before this begins.
      await new Promise((resolve) => setImmediate(resolve));
      await work();
    })()
      .catch((error: unknown) => logger.error({ err: error }, 'work behind an answer failed'))
      .finally(() => busy.delete(running));
    busy.add(running);
  };
  const idle = async () => {
    while (busy.size > 0) await Promise.all(busy);
  };
  return {
    post: (to, letter) =>
      later(async () => {
        try {
          await sendWithRetries(() => mailer.send(to, letter), waitsMs, closing.signal);
        } catch (error) {
          logger.error(reasonOf(error), 'a letter could not be sent');
        }
      }),
    later,
    idle,
    close: () => {
      closing.abort();
      return idle();
    },
  };
}

/** What a mail server says may name the recipient; its codes do not. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {};
  return {
    name: error.name,
    ...('code' in error && { code: error.code }),
    ...('responseCode' in error && { responseCode: error.responseCode }),
  };
}

async function sendWithRetries(
  send: () => Promise<void>,
  [waitMs, ...further]: readonly number[],
  closing: AbortSignal,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (waitMs === undefined) throw error;
    await pause(waitMs, closing);
    await sendWithRetries(send, closing.aborted ? [] : further, closing);
  }
}

async function pause(waitMs: number, closing: AbortSignal): Promise<void> {
  await setTimeout(waitMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
}
