import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  isProviderProblem,
  type ProviderProblem,
} from '../../../shared/sentences/provider-problems.ts';
import {
  refusedCalls,
  type RefusalKind,
  type RefusedCallsDeps,
} from '../../people/audit/refused-calls.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import type { TokenCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the failure response; null if there was none. */
    failedAs: string | null;
    /** The ID of the signed-in user, with or without access. */
    callerId: string | null;
  }
}

export interface WatchRefusalsDeps extends RefusedCallsDeps {
  readonly cookie: TokenCookie;
  readonly metrics: Metrics;
}

const writtenEveryMs = 10 * 60_000;

/** Counts refused requests in the metrics, and summarises them in the audit every ten minutes and at shutdown. */
export function watchRefusals(app: FastifyInstance, deps: WatchRefusalsDeps): void {
  const refused = refusedCalls(deps);
  app.decorateRequest('failedAs', null);
  app.decorateRequest('callerId', null);
  app.addHook('onResponse', async (request, reply) => {
    const kind = maybeKind(request, reply.statusCode, deps.cookie);
    if (kind === undefined) return;
    deps.metrics.countRefused(kind);
    refused.count({ kind, route: routeOf(request), address: request.ip, userId: request.callerId });
  });
  app.addHook('onListen', async () => {
    const timer = setInterval(() => void refused.write(), writtenEveryMs).unref();
    app.server.once('close', () => clearInterval(timer));
  });
  app.addHook('onClose', () => refused.write());
}

const routeOf = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${routeOptions.url ?? '(nenhuma)'}`;

/** The kind of refusal; undefined if it is none, or if the audit has it separately, such as a wrong password. */
function maybeKind(
  request: FastifyRequest,
  status: number,
  cookie: TokenCookie,
): RefusalKind | undefined {
  const { failedAs, callerId, routeOptions } = request;
  if (failedAs === null || notCounted.has(failedAs)) return undefined;
  if (failedAs === 'foreign_origin') return 'foreign_origin';
  if (isProviderProblem(failedAs)) return ofAccount.has(failedAs) ? undefined : 'provider_sign_in';
  if (failedAs === 'not_signed_in') {
    return cookie.read(request) === undefined ? maybeNoSession(routeOptions) : 'bad_session';
  }
  if (status === 404)
    return callerId === null || routeOptions.url === undefined ? undefined : 'unknown_object';
  if (status === 503) return overloads.has(failedAs) ? 'overload' : undefined;
  return kindOfStatus[status];
}

/** An opened page requests the signed-in user: a missing session is not a refusal there. */
const maybeNoSession = ({ url }: FastifyRequest['routeOptions']) =>
  url === '/api/user' ? undefined : ('no_session' as const);

const notCounted: ReadonlySet<string> = new Set(['invalid_credentials', 'must_change_password']);
/** Refusals by an account's state, which the audit has separately. */
const ofAccount: ReadonlySet<string> = new Set<ProviderProblem>([
  'provider_inactive',
  'provider_last_administrator',
  'provider_other_account',
  'provider_other_person',
]);
const overloads: ReadonlySet<string> = new Set(['busy', 'too_many_searches']);

const kindOfStatus: Readonly<Record<number, RefusalKind>> = {
  400: 'invalid_input',
  401: 'forbidden',
  403: 'forbidden',
  413: 'invalid_input',
  415: 'invalid_input',
  429: 'throttled',
};
