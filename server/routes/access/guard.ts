import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { ApiCaller } from '../../people/identity/api-keys.ts';
import { type SessionOrigin, type ValidSession, deviceOf } from '../../people/identity/sessions.ts';
import { AppError } from '../../platform/errors.ts';
import type { Access, RouteRule, RouteTable } from './route-table.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; null on routes that anyone may call. */
    user: CurrentUser | null;
    /** The signed-in user's session, as it was when the request began. */
    session: ValidSession | null;
    /** The ID that the session had in the store when the request began; a new token changes it. */
    sessionId: string | null;
    /** The session whose owner proved the identity again in this request; see `renewProvedSessions`. */
    provedSessionId: string | null;
    /** The program that calls with a company's key; null on all other routes. */
    apiCaller: ApiCaller | null;
    /** Authenticates and authorises the request again, or throws; for long requests and responses. */
    admit: () => Promise<CurrentUser | null>;
    /** When the request was last authorised, in milliseconds of `performance.now()`. */
    admittedAt: number;
  }
}

export interface GuardOptions {
  readonly table: RouteTable;
  /** The user of the request's session, if it has a valid one. */
  readonly maybeUser: (request: FastifyRequest) => Promise<CurrentUser | undefined>;
  /** The program whose key the request carries, if the key is valid. */
  readonly maybeApiCaller?: (request: FastifyRequest) => Promise<ApiCaller | undefined>;
  /** Called for each request of a signed-in user, except those that screens make by themselves. */
  readonly noteUse?: (request: FastifyRequest) => void;
}

/**
 * The most bytes of a JSON body, which takes the event loop up to 0.5 ms a KiB before its fields are checked. A request
 * of five selections with 200 municipalities each fits; administrators also send logos and MTE's figures.
 */
function maxBodyBytes(access: Access): number {
  if (access === 'anyone') return 16 * 1024;
  const isForAdministrators =
    typeof access !== 'string' && access.every((role) => role === 'ADMIN');
  return isForAdministrators ? 1024 * 1024 : 64 * 1024;
}

/** Restricts every route to the callers in the table, and its body to what they need. Call it before all routes. */
export function guardRoutes(app: FastifyInstance, options: GuardOptions): void {
  const { table, maybeUser, maybeApiCaller, noteUse } = options;
  app.addHook('onRoute', (route) => {
    const limits = rulesOf(table, route).map(({ access }) => maxBodyBytes(access));
    route.bodyLimit ??= Math.max(...limits);
  });
  for (const name of ['user', 'session', 'sessionId', 'provedSessionId', 'apiCaller'] as const) {
    app.decorateRequest(name, null);
  }
  app.decorateRequest('admit', async function admit(this: FastifyRequest) {
    const { url } = this.routeOptions;
    if (url === undefined) return null;
    const { access, opensBefore, refusal } = ruleOf(table, this.method, url);
    if (access === 'anyone') return null;
    if (access === 'api-key') {
      this.apiCaller = (await maybeApiCaller?.(this)) ?? null;
      if (this.apiCaller === null) throw noKey();
      return null;
    }
    const user = await maybeUser(this);
    this.callerId = user?.id ?? null;
    if (user?.mustChangePassword === true && opensBefore !== 'password') throw mustChange();
    if (user?.mustSetSecondFactor === true && opensBefore === undefined)
      throw mustSetSecondFactor();
    return admitted(access, user, refusal);
  });
  app.decorateRequest('admittedAt', 0);
  app.addHook('preValidation', admitLate);
  app.addHook('onRequest', async (request) => {
    request.user = await request.admit();
    request.admittedAt = performance.now();
    const { url } = request.routeOptions;
    if (request.user === null || url === undefined) return;
    if (ruleOf(table, request.method, url).isByScreen !== true) noteUse?.(request);
  });
}

const admittedForMs = 1_000;

/**
 * Authorises a request again whose body or slot took long to come, and updates its user; throws if the user no longer
 * has access. Without it, the sender of a slow body could act for hours after the session ended.
 */
export async function admitLate(request: FastifyRequest): Promise<void> {
  if (performance.now() - request.admittedAt < admittedForMs) return;
  request.user = await request.admit();
  request.admittedAt = performance.now();
}

/** The user of a long-running request; undefined as soon as the user no longer has access. */
export async function stillAdmitted(request: FastifyRequest): Promise<CurrentUser | undefined> {
  try {
    return (await request.admit()) ?? undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The signed-in user of a route that is not open to anyone. */
export function signedInUser(request: FastifyRequest): CurrentUser {
  if (request.user === null) throw notSignedIn();
  return request.user;
}

export function callingKey(request: FastifyRequest): ApiCaller {
  if (request.apiCaller === null) throw noKey();
  return request.apiCaller;
}

/** The rule of a route; HEAD counts as GET. Throws for a route without a rule. */
export function ruleOf(table: RouteTable, method: string, url: string): RouteRule {
  const rule = table[`${method === 'HEAD' ? 'GET' : method} ${url}`];
  if (rule === undefined) throw new Error(`No entry in the route table for ${method} ${url}`);
  return rule;
}

export const rulesOf = (table: RouteTable, { method, url }: RouteOptions): RouteRule[] =>
  [method].flat().map((name) => ruleOf(table, name, url));

function admitted(
  access: Exclude<Access, 'anyone' | 'api-key'>,
  user: CurrentUser | undefined,
  refusal = 'Acesso negado',
): CurrentUser {
  if (user === undefined) throw notSignedIn();
  if (access !== 'signed-in' && !access.includes(user.role)) {
    throw new AppError('forbidden', 403, refusal);
  }
  return user;
}

export const notSignedIn = () =>
  new AppError('not_signed_in', 401, 'Você precisa fazer login primeiro.');

const noKey = () =>
  new AppError(
    'invalid_key',
    401,
    'Envie uma chave válida no cabeçalho Authorization: Bearer. Um administrador cria chaves em Empresas.',
  );

const mustChange = () =>
  new AppError(
    'must_change_password',
    403,
    'Sua senha é temporária: escolha uma nova senha para continuar.',
  );

const mustSetSecondFactor = () =>
  new AppError(
    'must_set_second_factor',
    403,
    'Nesta instalação, a verificação em duas etapas é obrigatória para administradores. Ligue-a para continuar.',
  );

/** The signed-in user of a request as an actor, for the audit. */
export const actorOf = (request: FastifyRequest) => ({
  userId: signedInUser(request).id,
  ...inSession(request),
});

/** The actor with all user data, for the user's own objects. */
export const ownerOf = (request: FastifyRequest) => ({
  ...signedInUser(request),
  ...inSession(request),
});

const inSession = (request: FastifyRequest) => ({
  address: request.ip,
  sessionId: request.sessionId,
  onProof: () => {
    request.provedSessionId = request.sessionId;
  },
});

/** The origin of a request, for the session that it begins. */
export const originOf = ({ ip, headers }: FastifyRequest): SessionOrigin => ({
  address: ip,
  device: deviceOf(headers['user-agent']),
});
