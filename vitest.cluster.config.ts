import { defineConfig } from 'vitest/config';
import { usual } from './vitest.config.ts';

/** With every installation on one real ClickHouse cluster (`tests/support/shared-cluster.ts`). */
export const onCluster = {
  setupFiles: [...usual.setupFiles, 'tests/support/on-shared-cluster.ts'],
};
export const clusterSetup = [...usual.globalSetup, 'tests/support/shared-cluster.ts'];

/** `npm run test:cluster`: every test that has an installation; of them `vitest.whole.config.ts` has some. */
export default defineConfig({
  test: {
    ...usual,
    ...onCluster,
    include: ['{server,tests}/**/*.test.ts'],
    globalSetup: clusterSetup,
  },
});
