import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FreshProofDeps } from '../../people/identity/fresh-proof.ts';
import { knownDevices } from '../../people/identity/known-device.ts';
import {
  confirmationLockout,
  passwordChangeLockout,
  resetLockout,
  resetRequestLockout,
} from '../../people/identity/lockouts.ts';
import type { ManageUsersDeps } from '../../people/identity/manage-users.ts';
import type { MyDataDeps } from '../../people/identity/my-data.ts';
import type { ResetDeps } from '../../people/identity/reset-password.ts';
import type { CodeDeps, SecondFactors } from '../../people/identity/second-factor.ts';
import { accountLockout } from '../../people/limits/lockout.ts';
import { networkRateLimit } from '../../people/limits/rate-limit.ts';
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
import { providerRoutes, type ProviderRoutesDeps } from './provider.ts';
import { userRoutes } from './users.ts';

interface AccountRoutesDeps
  extends
    Omit<ManageUsersDeps, 'confirmation'>,
    Pick<ResetDeps, 'siteAddress'>,
    Pick<ProviderRoutesDeps, 'provider' | 'seal'>,
    Pick<MyDataDeps, 'personalRecords'> {
  readonly isHttps: boolean;
  readonly factors: SecondFactors;
  readonly requiresSecondFactor: boolean;
  /** Hours without use after which a session ends. */
  readonly sessionIdleHours: number;
}

/** The dependencies of a fresh proof, for all routes that require one. */
export const freshProofDeps = ({
  store,
  ...others
}: Omit<CodeDeps, 'db'> & { readonly store: Store }): FreshProofDeps => ({
  ...others,
  db: store.db,
  lockout: accountLockout(store, others.clock, confirmationLockout),
});

/** The routes about people: passwords, users, companies, the audit and the user's own data. */
export function accountRoutes(deps: AccountRoutesDeps): readonly FastifyPluginAsyncZod[] {
  const { store, clock, mailQueue, isHttps, requiresSecondFactor, sessionIdleHours } = deps;
  const { db } = store;
  const cookie = sessionCookie(isHttps);
  const sessions = { store, clock, cookie, idleHours: sessionIdleHours, requiresSecondFactor };
  const maybeUser = sessionUserReader(sessions);
  const rateLimit = networkRateLimit(store, clock, {
    purpose: 'sign-in',
    atOnce: 120,
    perSecond: 20,
  });
  const confirmation = freshProofDeps({ store, clock, factors: deps.factors, mailQueue });
  return [
    passwordRoutes({
      change: {
        db,
        clock,
        mailQueue,
        lockout: accountLockout(store, clock, passwordChangeLockout),
      },
      reset: {
        ...deps,
        requestLockout: accountLockout(store, clock, resetRequestLockout),
        lockout: accountLockout(store, clock, resetLockout),
      },
      checkLimit: rateLimit,
      cookie,
      devices: knownDevices(db, clock),
      deviceCookie: deviceCookie(isHttps),
      maybeUser,
    }),
    providerRoutes({ ...deps, cookie, flowCookie: flowCookie(isHttps), rateLimit, maybeUser }),
    userRoutes({ ...deps, confirmation }),
    companyRoutes(deps),
    cnaeRoutes,
    auditRoutes(deps),
    myDataRoutes({ ...deps, db, idleHours: sessionIdleHours }),
    mySessionRoutes({ confirmation, idleHours: sessionIdleHours }),
    mySecondFactorRoutes({ confirmation, isRequired: requiresSecondFactor }),
  ];
}
