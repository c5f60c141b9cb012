import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { dayMs } from '../../../../shared/codes/months.ts';
import { ruleErrorIn, unreadable } from '../../files/bucket-address.ts';
import { isUnreachable } from '../engine-error.ts';

/** A server as this process reaches it. */
export interface Address {
  /** `host:port`, without user and password. */
  readonly host: string;
  readonly client: ClickHouseClient;
  /** A client with separate connections, for statements that must not wait behind queries. */
  readonly control: ClickHouseClient;
}

export const runningAtOnce = 32;
const probeAgainMs = 1_000;
const probeTimeoutMs = 5_000;
/** After this time without a response the server may be gone, so it is pinged. */
const quietMs = 2_000;
export const signOfLifeMs = 3_000;
const lostAfterSilences = 2;

/** Servers that can run any query. Rotates among the servers that respond; a dead one returns once it responds. */
export class Addresses {
  readonly all: readonly Address[];
  readonly #probe: string;
  readonly #dead = new Set<Address>();
  readonly #looks = new Map<Address, Promise<boolean>>();
  readonly #closing = new AbortController();
  #turn = 0;

  /** `probe` is a query to which a dead server must return a row before it is used again. */
  constructor(urls: readonly string[], database: string, probe = 'select 1') {
    this.#probe = probe;
    this.all = urls.map((url) => ({
      host: new URL(url).host,
      client: connect(url, database),
      control: connect(url),
    }));
  }

  /** The next server that responds, or simply the next one if none does. */
  pick(): Address {
    const living = this.all.filter((address) => !this.#dead.has(address));
    const among = living.length === 0 ? this.all : living;
    const picked = among[this.#turn++ % among.length];
    if (picked === undefined) throw new Error('No address was given.');
    return picked;
  }

  get hosts(): string {
    return this.all.map(({ host }) => host).join(', ');
  }

  /** Excludes a server until it responds again. */
  exclude(address: Address): void {
    if (this.#dead.has(address) || this.all.length === 1) return;
    this.#dead.add(address);
    void this.#probeUntilAlive(address);
  }

  /**
   * Throws once a server no longer responds to pings, for example after its machine or network failed silently. Also
   * throws when the signal aborts; never resolves.
   */
  async untilLost(address: Address, signal: AbortSignal): Promise<never> {
    for (let silences = 0; silences < lostAfterSilences;) {
      if (silences === 0) await sleep(quietMs, undefined, { ref: false, signal });
      silences = (await this.#isAlive(address)) ? 0 : silences + 1;
      signal.throwIfAborted();
      if (silences > 0) this.exclude(address);
    }
    throw Object.assign(new Error(`${address.host} is silent.`), { code: 'ETIMEDOUT' });
  }

  /** Concurrent queries that wait for one server share one ping. */
  #isAlive(address: Address): Promise<boolean> {
    const looking =
      this.#looks.get(address) ??
      address.control
        .command({ query: 'select 1', abort_signal: AbortSignal.timeout(signOfLifeMs) })
        .then(
          () => true,
          // A server that returns an error is alive.
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

  async #probeUntilAlive(address: Address): Promise<void> {
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
  try {
    return createClient({
      url,
      ...(database !== undefined && { database }),
      // The warehouse has its own deadline. The client's timeout would close the connection while the query still runs.
      request_timeout: dayMs,
      max_open_connections: runningAtOnce,
      log: { level: ClickHouseLogLevel.OFF },
    });
  } catch {
    throw ruleErrorIn('CLICKHOUSE_URL')(invalidAddress);
  }
}

const invalidAddress = `${unreadable}, e use só parâmetros que o cliente do ClickHouse conhece`;

const isTimeout = (error: unknown) =>
  error instanceof Error && /abort|timeout|timed out/i.test(`${error.name} ${error.message}`);
