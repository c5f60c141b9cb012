import type { DestinationStream } from 'pino';
import type { Receiver } from './receiver.ts';

const mostWaiting = 10_000;
const atOnce = 500;
const tryAgainMs = 5_000;

/**
 * Writes the log to its own destination, and also ships it to a receiver. No caller waits for the receiver: while it is
 * unavailable, the newest lines wait in memory. When it is back, a separate line reports how many older lines were
 * dropped.
 */
export class ShippedLog implements DestinationStream {
  readonly #own: DestinationStream;
  readonly #receiver: Receiver;
  #waiting: string[] = [];
  #lost = 0;
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(own: DestinationStream, receiver: Receiver) {
    this.#own = own;
    this.#receiver = receiver;
  }

  write(line: string): void {
    this.#own.write(line);
    this.#waiting.push(`{"stream":"log",${line.trimEnd().slice(1)}`);
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#lost += 1;
    }
    if (this.#timer === undefined) this.#sending ??= this.#send();
  }

  /** Tries once more to send the waiting lines. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    clearTimeout(this.#timer);
    await this.#send();
    clearTimeout(this.#timer);
    await this.#receiver.close();
  }

  async #send(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const lost = this.#lost;
        const lines = this.#waiting.slice(0, atOnce);
        await this.#receiver.send(lost === 0 ? lines : [lostLine(lost), ...lines]);
        // Some of these lines may have been dropped during the send.
        const gone = this.#lost - lost;
        this.#lost = 0;
        this.#waiting.splice(0, Math.max(0, lines.length - gone));
        this.#lost = Math.max(0, gone - lines.length);
      }
    } catch {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#sending ??= this.#send();
      }, tryAgainMs).unref();
    } finally {
      this.#sending = undefined;
    }
  }
}

const lostLine = (lost: number) =>
  JSON.stringify({ stream: 'log', level: 40, time: Date.now(), lost, msg: 'log lines were lost' });
