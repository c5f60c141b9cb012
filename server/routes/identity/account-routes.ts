import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import type { FreshProofDeps } from '../../people/identity/fresh-proof.ts';
import { KnownDevices } from '../../people/identity/known-device.ts';
import {
  confirmationLockout,
  passwordChangeLockout,
  resetLockout,
  resetRequestLockout,
} from '../../people/identity/lockouts.ts';
import type { PersonalRecords } from '../../people/identity/my-data.ts';
import type { OpenIdProvider } from '../../people/identity/provider/open-id-provider.ts';
import type { Seal } from '../../people/identity/seal.ts';
import type { CodeDeps, SecondFactors } from '../../people/identity/second-factor.ts';
import { Lockout } from '../../people/limits/lockout.ts';
import { NetworkRateLimit } from '../../people/limits/rate-limit.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  deviceCookie,
  flowCookie,
  sessionCookie,
  sessionUserReader,
} from '../access/session-cookie.ts';
import { auditRoutes } from '../audit/audit.ts';
import { companyRoutes } from '../companies/companies.ts';
import { cnaeRoutes } from '../reference/reference.ts';
import { myDataRoutes, mySecondFactorRoutes, mySessionRoutes } from './my-account.ts';
import { passwordRoutes } from './passwords.ts';
import { providerRoutes } from './provider.ts';
import { userRoutes } from './users.ts';

interface AccountRoutesDeps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly mailQueue: MailQueue;
  /** The site's address, without a trailing slash; the links in e-mails begin with it. */
  readonly siteAddress: () => string;
  readonly isHttps: boolean;
  readonly factors: SecondFactors;
  /** The OpenID provider for signing in without a password, if there is one. */
  readonly provider: OpenIdProvider | undefined;
  /** Seals the data that browsers hold while their users are at the provider. */
  readonly seal: Seal;
  readonly requiresSecondFactor: boolean;
  /** Hours without use after which a session ends. */
  readonly sessionIdleHours: number;
  readonly personalRecords: readonly PersonalRecords[];
  /** Removes, within the deletion of a person, what the person typed and others can still open. */
  readonly removeTyped: (db: Kysely<Database>, userId: string) => Promise<void>;
  /** Called after the deletion of a person. */
  readonly onUserDeleted?: () => Promise<void>;
}

/** The dependencies of a fresh proof, for all routes that require one. */
export const freshProofDeps = ({
  store,
  ...others
}: Omit<CodeDeps, 'db'> & Pick<AccountRoutesDeps, 'store'>): FreshProofDeps => ({
  ...others,
  db: store.db,
  lockout: new Lockout(store, others.clock, confirmationLockout),
});

/** The routes about people: passwords, users, companies, the audit and the user's own data. */
export function accountRoutes(deps: AccountRoutesDeps): readonly FastifyPluginAsyncZod[] {
  const {
    store,
    clock,
    mailQueue,
    siteAddress,
    personalRecords,
    sessionIdleHours: idleHours,
    factors,
    requiresSecondFactor,
  } = deps;
  const { db } = store;
  const cookie = sessionCookie(deps.isHttps);
  const maybeUser = sessionUserReader({ store, clock, cookie, idleHours, requiresSecondFactor });
  const pace = new NetworkRateLimit(store, clock, {
    purpose: 'sign-in',
    atOnce: 120,
    perSecond: 20,
  });
  const confirmation = freshProofDeps({ store, clock, factors, mailQueue });
  return [
    passwordRoutes({
      change: { db, clock, mailQueue, lockout: new Lockout(store, clock, passwordChangeLockout) },
      reset: {
        store,
        clock,
        mailQueue,
        siteAddress,
        requestLockout: new Lockout(store, clock, resetRequestLockout),
        lockout: new Lockout(store, clock, resetLockout),
      },
      checkPace: pace,
      cookie,
      devices: new KnownDevices(db, clock),
      deviceCookie: deviceCookie(deps.isHttps),
      maybeUser,
    }),
    providerRoutes({
      store,
      clock,
      provider: deps.provider,
      seal: deps.seal,
      cookie,
      flowCookie: flowCookie(deps.isHttps),
      pace,
      maybeUser,
    }),
    userRoutes({
      store,
      clock,
      mailQueue,
      confirmation,
      removeTyped: deps.removeTyped,
      onUserDeleted: deps.onUserDeleted,
    }),
    companyRoutes({ store, clock }),
    cnaeRoutes,
    auditRoutes({ store, clock }),
    myDataRoutes({ db, clock, idleHours, personalRecords }),
    mySessionRoutes({ confirmation, idleHours }),
    mySecondFactorRoutes({ confirmation, isRequired: requiresSecondFactor }),
  ];
}
