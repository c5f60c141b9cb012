import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  confirmationThrottle,
  passwordChangeThrottle,
  resetRequestThrottle,
  resetThrottle,
} from '../people/identity/attempt-throttle.ts';
import { KnownDevices } from '../people/identity/known-device.ts';
import type { PersonalRecords } from '../people/identity/my-data.ts';
import { RequestPace } from '../people/identity/request-pace.ts';
import type { PostOffice } from '../platform/mail/post-office.ts';
import type { Store } from '../platform/store/store.ts';
import { auditRoutes } from './audit.ts';
import { cnaeRoutes } from './cnae.ts';
import { companyRoutes } from './companies.ts';
import { companyLogoRoutes } from './company-logos.ts';
import { myCompanyRoutes } from './my-company.ts';
import { myDataRoutes } from './my-data.ts';
import type { SecondFactors } from '../people/identity/second-factor.ts';
import { mySecondFactorRoutes } from './my-second-factor.ts';
import { mySessionRoutes } from './my-sessions.ts';
import { passwordRoutes } from './passwords.ts';
import { deviceCookie, sessionCookie, sessionUserReader } from './session-cookie.ts';
import { userRoutes } from './users.ts';

export interface AccountRoutesDeps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly postOffice: PostOffice;
  /** The address that people type, without a slash at the end: the links of letters begin with it. */
  readonly siteAddress: () => string;
  readonly isHttps: boolean;
  readonly factors: SecondFactors;
  /** Whether administrators must have a second factor. */
  readonly requiresSecondFactor: boolean;
  /** A session that is not used for so long ends. */
  readonly sessionIdleHours: number;
  readonly personalRecords: readonly PersonalRecords[];
  /** Called after a person was erased. */
  readonly onErased?: () => Promise<void>;
}

/** The routes about people: passwords, users, companies, the audit and one's own data. */
export function accountRoutes(deps: AccountRoutesDeps): readonly FastifyPluginAsyncZod[] {
  const {
    store,
    clock,
    postOffice,
    siteAddress,
    personalRecords,
    sessionIdleHours: idleHours,
    factors,
    requiresSecondFactor,
  } = deps;
  const { db } = store;
  const cookie = sessionCookie(deps.isHttps);
  const confirmation = { db, clock, throttle: confirmationThrottle(store, clock) };
  return [
    passwordRoutes({
      change: { db, clock, postOffice, throttle: passwordChangeThrottle(store, clock) },
      reset: {
        store,
        clock,
        postOffice,
        siteAddress,
        requestThrottle: resetRequestThrottle(store, clock),
        throttle: resetThrottle(store, clock),
      },
      checkPace: new RequestPace(store, clock, { atOnce: 120, perSecond: 20 }),
      cookie,
      devices: new KnownDevices(db, clock),
      deviceCookie: deviceCookie(deps.isHttps),
      maybeUser: sessionUserReader({ store, clock, cookie, idleHours, requiresSecondFactor }),
    }),
    userRoutes({ store, clock, postOffice, confirmation, onErased: deps.onErased }),
    companyRoutes({ store, clock }),
    companyLogoRoutes({ store, clock }),
    cnaeRoutes,
    auditRoutes({ store, clock }),
    myCompanyRoutes(db),
    myDataRoutes({ db, clock, idleHours, personalRecords }),
    mySessionRoutes({ confirmation, cookie, idleHours }),
    mySecondFactorRoutes({ confirmation, factors, isRequired: requiresSecondFactor }),
  ];
}
