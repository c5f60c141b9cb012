import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Role } from '../../shared/codes/roles.ts';
import { hashPassword } from '../../server/people/identity/passwords.ts';
import {
  OpenIdProvider,
  type ProviderSettings,
} from '../../server/people/identity/provider/open-id-provider.ts';
import { Seal } from '../../server/people/identity/seal.ts';
import { SecondFactors } from '../../server/people/identity/second-factor.ts';
import { startSession, defaultIdleHours } from '../../server/people/identity/sessions.ts';
import { insertUser } from '../../server/people/identity/users.ts';
import { createLogger } from '../../server/process/installation/log.ts';
import type { Mail } from '../../server/platform/mail/mail-templates.ts';
import { Metrics } from '../../server/platform/observability/metrics.ts';
import { openMailQueue, type MailQueue } from '../../server/platform/mail/mail-queue.ts';
import { removeTextOf } from '../../server/research/remove-typed-text.ts';
import { accountRoutes, freshProofDeps } from '../../server/routes/identity/account-routes.ts';
import { CurrentTokens } from './current-tokens.ts';
import { settingsRoutes } from '../../server/routes/settings/settings.ts';
import type { Store } from '../../server/platform/store/store.ts';
import { testApp } from './test-app.ts';

/** The routes about users over an app database, with a clock that tests set and mail that they read. */
export interface Accounts {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly mailQueue: MailQueue;
  readonly mails: { to: string; mail: Mail }[];
  /** The lines of the log. */
  readonly logged: string[];
  now(): Date;
  /** Advances the clock. */
  pass(milliseconds: number): void;
  /** Adds a user with the password of `knownPassword`. */
  person(role: Role, named?: Partial<Named>): Promise<Person>;
  /** Calls as a signed-in user; null is signed out. */
  call(who: Person | null, request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Signs in over HTTP and returns the response with the session's cookie. */
  signIn(email: string, password: string): Promise<LightMyRequestResponse>;
}

interface Named {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyId: string | null;
  readonly mustChangePassword: boolean;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export const knownPassword = 'Quase-Verde-Ontem-27';

export const knownHash = hashPassword(knownPassword);
const system = {
  version: 'test',
  nodeVersion: process.version,
  startedAt: '2026-08-01T12:00:00.000Z',
  appDatabase: 'SQLite',
  warehouse: 'chDB',
  mail: 'outbox',
  hasSource: false,
  maxUploadMegabytes: 500,
} as const;

/** The dependencies of acts that require a fresh proof, in an installation that sends no mail. */
export const testConfirmation = (store: Store, clock: () => Date) =>
  freshProofDeps({
    store,
    clock,
    factors: new SecondFactors(randomBytes(32)),
    mailQueue: { add: () => undefined },
  });

export async function accountsOver(
  store: Store,
  metrics = new Metrics(),
  requiresSecondFactor = false,
  provider?: ProviderSettings,
): Promise<Accounts> {
  const factors = new SecondFactors(randomBytes(32));
  let now = new Date('2026-08-01T12:00:00Z');
  const clock = () => now;
  const logged: string[] = [];
  const logger = createLogger({ write: (line) => void logged.push(line) });
  const mails: Accounts['mails'] = [];
  const mailQueue = openMailQueue(
    {
      send: async (to, mail) => void mails.push({ to, mail }),
      check: async () => undefined,
      close: () => undefined,
    },
    logger,
  );
  const app = await testApp({
    config: { requiresSecondFactor },
    store,
    factors,
    mailQueue,
    clock,
    logger,
    metrics,
    clientDirectory: '/nowhere',
    routes: [
      ...accountRoutes({
        store,
        clock,
        mailQueue,
        siteAddress: () => 'https://caged.example',
        isHttps: false,
        factors,
        provider:
          provider && new OpenIdProvider(provider, 'https://caged.example/api/oidc/end', clock),
        seal: new Seal(randomBytes(32), 'sign-in by provider'),
        requiresSecondFactor,
        sessionIdleHours: defaultIdleHours,
        personalRecords: [],
        removeTyped: (db, userId) => removeTextOf(db, userId, clock()),
      }),
      settingsRoutes({ db: store.db, clock, system }),
    ],
  });
  let people = 0;
  const tokens = new CurrentTokens();
  return {
    app,
    store,
    mailQueue,
    mails,
    logged,
    now: clock,
    pass: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
    person: async (role, named = {}) => {
      people += 1;
      const newcomer = {
        email: `pessoa${people}@exemplo.com.br`,
        firstName: 'Pessoa',
        lastName: `Número ${people}`,
        companyId: null,
        ...named,
        role,
      };
      const { id, email } = await insertUser(store.db, newcomer, await knownHash, now);
      const { token } = await startSession(store.db, id, now);
      return { id, email, token };
    },
    call: async (who, request) =>
      who === null
        ? app.inject(request)
        : tokens.call(who.token, (cookies) => app.inject({ ...request, cookies })),
    signIn: async (email, password) =>
      app.inject({ method: 'POST', url: '/api/login', payload: { email, password } }),
  };
}

/** The session token that a response set. */
export const tokenOf = ({ cookies }: LightMyRequestResponse) => cookies[0]?.value ?? '';
