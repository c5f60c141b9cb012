import type { Logger } from 'pino';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { recordAct } from './audit.ts';

/** Why a call was refused, as the audit and the metrics name it. */
export type RefusalKind =
  | 'bad_session'
  | 'no_session'
  | 'forbidden'
  | 'foreign_origin'
  | 'provider_sign_in'
  | 'unknown_object'
  | 'throttled'
  | 'invalid_input'
  | 'overload';

export interface RefusedCall {
  readonly kind: RefusalKind;
  /** The route as the access table names it, never the URL that the user typed. */
  readonly route: string;
  /** IP address. */
  readonly address: string;
  /** The ID of the signed-in user; null without a session. */
  readonly userId: string | null;
}

export interface RefusedCallsDeps extends StoreAndClock {
  readonly logger: Pick<Logger, 'warn'>;
}

/** Maximum number of distinct addresses, users and routes per kind. Beyond it, only the calls are counted. */
const maximumCounted = 1_000;
const maximumRoutes = 5;

interface Window {
  readonly since: Date;
  calls: number;
  readonly addresses: Map<string, number>;
  readonly people: Map<string, number>;
  readonly routes: Map<string, number>;
}

/**
 * Counts the refused calls of this process. Each write adds one audit entry per kind, however many calls there were,
 * with the address and the user that most of them came from.
 */
export function refusedCalls({ store, clock, logger }: RefusedCallsDeps) {
  let windows = new Map<RefusalKind, Window>();
  const record = (
    kind: RefusalKind,
    { since, calls, addresses, people, routes }: Window,
  ): Promise<void> => {
    const [address = null] = commonest(addresses);
    const [userId = null] = commonest(people);
    return recordAct(store.db, {
      action: 'calls.refused',
      outcome: 'failure',
      actor: { userId, address },
      details: {
        reason: kind,
        calls,
        since: since.toISOString(),
        addresses: addresses.size,
        people: people.size,
        routes: commonest(routes).slice(0, maximumRoutes),
      },
      at: clock(),
    });
  };

  return {
    count: ({ kind, route, address, userId }: RefusedCall): void => {
      const window = windows.get(kind) ?? {
        since: clock(),
        calls: 0,
        addresses: new Map(),
        people: new Map(),
        routes: new Map(),
      };
      windows.set(kind, window);
      window.calls += 1;
      countIn(window.addresses, address);
      countIn(window.routes, route);
      if (userId !== null) countIn(window.people, userId);
    },

    /** Writes the counts since the last write. Counts that cannot be written now are written the next time. */
    write: async (): Promise<void> => {
      const counted = windows;
      windows = new Map();
      for (const [kind, window] of counted) {
        try {
          await record(kind, window);
        } catch (error) {
          logger.warn({ err: error, kind }, 'refused calls could not be recorded yet');
          windows.set(kind, joined(window, windows.get(kind)));
        }
      }
    },
  };
}

function countIn(counts: Map<string, number>, name: string, times = 1): void {
  const before = counts.get(name);
  if (before !== undefined || counts.size < maximumCounted) counts.set(name, (before ?? 0) + times);
}

const commonest = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);

function joined(earlier: Window, later: Window | undefined): Window {
  if (later === undefined) return earlier;
  for (const name of ['addresses', 'people', 'routes'] as const) {
    for (const [key, times] of later[name]) countIn(earlier[name], key, times);
  }
  earlier.calls += later.calls;
  return earlier;
}
