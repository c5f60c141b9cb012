import { randomBytes } from 'node:crypto';
import { Readiness } from '../../server/operations/health.ts';
import { SecondFactors } from '../../server/people/identity/second-factor.ts';
import { Metrics } from '../../server/platform/observability/metrics.ts';
import { Scheduler } from '../../server/platform/scheduler/scheduler.ts';
import { buildApp, type AppDeps } from '../../server/process/app.ts';
import { readConfig, type Config } from '../../server/process/installation/config.ts';

type Needed = 'store' | 'clock' | 'logger';
type Given = Pick<AppDeps, Needed> &
  Partial<Omit<AppDeps, Needed | 'config'>> & { readonly config?: Partial<Config> };

/** The HTTP app of a ready process with the usual configuration; parts that are not given do nothing. */
export function testApp({ config, ...given }: Given) {
  const readiness = new Readiness();
  readiness.started();
  return buildApp({
    config: { ...readConfig({}), ...config },
    factors: new SecondFactors(randomBytes(32)),
    mailQueue: { add: () => undefined },
    routes: [],
    healthChecks: [],
    metrics: new Metrics(),
    readiness,
    scheduler: new Scheduler(),
    ...given,
  });
}
