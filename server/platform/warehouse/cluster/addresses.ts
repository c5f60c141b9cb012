import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { isUnreachable } from './away.ts';

/** One server, as far as this process can tell. */
export interface Address {
  /** `host:port`, without user and password. */
  readonly host: string;
  readonly client: ClickHouseClient;
  /** Of its own connections, for what must not wait behind questions. */
  readonly control: ClickHouseClient;
}

export interface AddressesOptions {
  readonly urls: readonly string[];
  readonly database: string;
  /** A question that one that is to be used again must answer with a row. */
  readonly probe: string;
}

const runningAtOnce = 32;
const probeAgainMs = 1_000;
const probeTimeoutMs = 5_000;
/** A question that takes longer than this may be asked of a server that is no more: such are asked for a sign of life. */
const quietMs = 2_000;
const signOfLifeMs = 3_000;
const lostAfterSilences = 2;
// The door has its own clock. The client's would close the connection with the query still running.
const dayMs = 24 * 60 * 60 * 1000;

/** Servers that any question may go to: in turn to those that answer; a dead one comes back once it answers. */
export class Addresses {
  readonly all: readonly Address[];
  readonly #probe: string;
  readonly #dead = new Set<Address>();
  readonly #looks = new Map<Address, Promise<boolean>>();
  readonly #closing = new AbortController();
  #turn = 0;

  constructor({ urls, database, probe }: AddressesOptions) {
    this.#probe = probe;
    this.all = urls.map((url) => ({
      host: new URL(url).host,
      client: connect(url, database),
      control: connect(url),
    }));
  }

  /** The next that answers, or the next at all where none does. */
  pick(): Address {
    const living = this.all.filter((address) => !this.#dead.has(address));
    const among = living.length === 0 ? this.all : living;
    const picked = among[this.#turn++ % among.length];
    if (picked === undefined) throw new Error('No address was given.');
    return picked;
  }

  /** All of them, for operators. */
  get hosts(): string {
    return this.all.map(({ host }) => host).join(', ');
  }

  isDead(address: Address): boolean {
    return this.#dead.has(address);
  }

  /** Leaves an address out until it answers again. */
  leaveOut(address: Address): void {
    if (this.#dead.has(address) || this.all.length === 1) return;
    this.#dead.add(address);
    void this.#untilItAnswers(address);
  }

  /**
   * Throws once an address gives no sign of life any more, as one does whose machine or network has gone without a word;
   * until the signal it settles no other way.
   */
  async untilLost(address: Address, signal: AbortSignal): Promise<never> {
    for (let silences = 0; silences < lostAfterSilences;) {
      if (silences === 0) await sleep(quietMs, undefined, { ref: false, signal });
      silences = (await this.#isAlive(address)) ? 0 : silences + 1;
      signal.throwIfAborted();
      if (silences > 0) this.leaveOut(address);
    }
    throw Object.assign(new Error(`${address.host} is silent.`), { code: 'ETIMEDOUT' });
  }

  /** Many questions that wait for one server look once. */
  #isAlive(address: Address): Promise<boolean> {
    const looking =
      this.#looks.get(address) ??
      address.control
        .command({ query: 'select 1', abort_signal: AbortSignal.timeout(signOfLifeMs) })
        .then(
          () => true,
          // Whoever refuses is there.
          (error: unknown) => !isUnreachable(error) && !isTimeout(error),
        )
        .finally(() => this.#looks.delete(address));
    this.#looks.set(address, looking);
    return looking;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.all.flatMap(({ client, control }) => [client.close(), control.close()]));
  }

  async #untilItAnswers(address: Address): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await sleep(probeAgainMs, undefined, { ref: false, signal }).catch(() => {});
      if (!signal.aborted && (await this.#answers(address))) {
        this.#dead.delete(address);
        return;
      }
    }
  }

  async #answers({ client }: Address): Promise<boolean> {
    try {
      const abort_signal = AbortSignal.timeout(probeTimeoutMs);
      const result = await client.query({ query: this.#probe, format: 'JSON', abort_signal });
      return (await result.json()).data.length > 0;
    } catch {
      return false;
    }
  }
}

function connect(url: string, database?: string): ClickHouseClient {
  return createClient({
    url,
    ...(database !== undefined && { database }),
    request_timeout: dayMs,
    max_open_connections: runningAtOnce,
    log: { level: ClickHouseLogLevel.OFF },
  });
}

const isTimeout = (error: unknown) =>
  error instanceof Error && /abort|timeout|timed out/i.test(`${error.name} ${error.message}`);
