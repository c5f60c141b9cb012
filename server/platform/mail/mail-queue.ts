import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { briefly } from '../briefly.ts';
import type { Mail } from './mail-templates.ts';
import { isRefusedForGood, mailFailureCodes, type Mailer } from './mailer.ts';

/** The last wait is longer than the five minutes for which a greylisting server refuses an unknown sender. */
export const retryAfterMs = [1_000, 10_000, 60_000, 600_000] as const;

/** Sends mails after the response, which then waits for no mail server and does not reveal a mail. */
export function openMailQueue(
  mailer: Mailer,
  logger: Pick<Logger, 'error'>,
  waitsMs: readonly number[] = retryAfterMs,
) {
  const busy = new Set<Promise<void>>();
  const closing = new AbortController();
  const afterResponse = (work: () => Promise<void>) => {
    const running = (async () => {
      // Sends the response before this work starts.
      await new Promise((resolve) => setImmediate(resolve));
      await work();
    })()
      .catch((error: unknown) => logger.error({ err: error }, 'work after a response failed'))
      .finally(() => busy.delete(running));
    busy.add(running);
  };
  const idle = async () => {
    while (busy.size > 0) await Promise.all(busy);
  };
  return {
    /**
     * Queues a mail. It is sent in the background and retried after passing failures; a final failure is logged. Runs
     * `afterSending` if the mail was sent.
     */
    add: (to: string, mail: Mail, afterSending?: () => Promise<unknown>) =>
      afterResponse(async () => {
        try {
          await sendWithRetries(() => mailer.send(to, mail), waitsMs, closing.signal);
        } catch (error) {
          logger.error(mailFailureCodes(error), 'a mail could not be sent');
          return;
        }
        await afterSending?.();
      }),
    /** Runs work after the response; its failure is logged. */
    afterResponse,
    /** Resolves when every queued mail is sent or has finally failed. */
    idle,
    /** Retries waiting mails once more, now; a mail server that does not respond delays the stop only briefly. */
    close: async () => {
      closing.abort();
      await briefly(idle(), lastMailsMs);
      if (busy.size > 0) logger.error({ tasks: busy.size }, 'mails may be lost by the stop');
    },
  };
}

/** Mail servers often take seconds. */
const lastMailsMs = 4_000;

export type MailQueue = ReturnType<typeof openMailQueue>;

async function sendWithRetries(
  send: () => Promise<void>,
  [waitMs, ...further]: readonly number[],
  closing: AbortSignal,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (waitMs === undefined || isRefusedForGood(error)) throw error;
    await setTimeout(waitMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
    await sendWithRetries(send, closing.aborted ? [] : further, closing);
  }
}
