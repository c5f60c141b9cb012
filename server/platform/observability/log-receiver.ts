import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { DestinationStream } from 'pino';
import { briefly } from '../briefly.ts';

/** A destination for lines outside this installation. */
export interface Receiver {
  /**
   * Resolves when the lines are handed over. Rejects if the receiver is unavailable; the caller must then send them
   * again. Without lines, it only resends those that a lost connection may have dropped.
   */
  send(lines: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** `file:/path`, `tcp://host:port` or `tls://host:port`; TLS trusts the system's certificate authorities. */
export function openReceiver(address: string): Receiver {
  const { protocol, hostname, port } = new URL(address);
  if (protocol === 'file:') return fileReceiver(fileURLToPath(address));
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  return protocol === 'tls:'
    ? new SocketReceiver('secureConnect', () => connectTls({ ...place, servername: place.host }))
    : new SocketReceiver('connect', () => connect(place));
}

/** Appends lines to a file that another program may move away at any time. */
const fileReceiver = (path: string): Receiver => ({
  async send(lines) {
    if (lines.length === 0) return;
    await using file = await open(path, 'a+', 0o600);
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1, '\n'), 0, 1, Math.max(0, size - 1));
    // A full disk may have truncated the last line: the next one starts on a line of its own.
    const start = buffer.toString() === '\n' ? '' : '\n';
    await file.appendFile(`${start}${textOf(lines)}`);
    await file.datasync();
  },
  close: async () => undefined,
});

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

const timeoutMs = 10_000;
/** After this time without a line, in milliseconds, the connection is probed. */
const keepAliveMs = 10_000;
/** Lines that a broken connection accepted may be lost: this many are sent again on the next connection. */
const sentAgain = 100;

class SocketReceiver implements Receiver {
  readonly #ready: 'connect' | 'secureConnect';
  readonly #open: () => Socket;
  #socket: Socket | undefined;
  #last: readonly string[] = [];
  #connecting: Socket | undefined;
  #isClosed = false;

  constructor(ready: 'connect' | 'secureConnect', openSocket: () => Socket) {
    this.#ready = ready;
    this.#open = openSocket;
  }

  async send(lines: readonly string[]): Promise<void> {
    const again = this.#socket === undefined ? this.#last : [];
    if (again.length + lines.length === 0) return;
    const socket = (this.#socket ??= await this.#opened());
    await written(socket, textOf([...again, ...lines]));
    this.#last = [...this.#last, ...lines].slice(-sentAgain);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connecting?.destroy(new Error('The receiver is closing.'));
    const socket = this.#socket;
    if (socket === undefined) return;
    socket.end();
    await once(socket, 'close', { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    socket.destroy();
  }

  async #opened(): Promise<Socket> {
    // A send that waited for an earlier one may come later than `close`.
    if (this.#isClosed) throw new Error('The receiver is closed.');
    const socket = (this.#connecting = this.#open().unref());
    try {
      await once(socket, this.#ready, { signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      this.#connecting = undefined;
    }
    // The write in progress reports the error.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#socket = undefined;
    });
    // Otherwise the system would accept lines for a receiver whose machine or network failed silently, and lose them.
    socket.setKeepAlive(true, keepAliveMs);
    // The receiver sends nothing relevant, but the socket detects the end of the connection only while it is read.
    return socket.resume();
  }
}

/** A write that the receiver does not accept in time closes the connection. */
function written(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(new Error('The receiver takes nothing.')),
      timeoutMs,
    );
    socket.write(text, (error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
  });
}

const maxWaiting = 10_000;
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
    if (this.#waiting.length > maxWaiting) {
      this.#waiting.shift();
      this.#lost += 1;
    }
    if (this.#timer === undefined) this.#sending ??= this.#send();
  }

  /** Tries once more to send the waiting lines. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await briefly(this.#sendLast());
    clearTimeout(this.#timer);
    await this.#receiver.close();
  }

  async #sendLast(): Promise<void> {
    await this.#sending;
    clearTimeout(this.#timer);
    await this.#send();
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
