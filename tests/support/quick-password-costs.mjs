/**
 * Preloaded (`node --import`) into processes that tests start: hashes passwords at the lowest costs, as
 * `quick-passwords.ts` does inside the tests' own process. `passwords.test.ts` and `sign-in-cost.slow.test.ts` test the
 * real costs.
 */
import { registerHooks } from 'node:module';

const source = 'export const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };';

registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith('/server/people/identity/password-cost.ts')
      ? { format: 'module', source, shortCircuit: true }
      : nextLoad(url, context),
});
