import { defineConfig } from 'vitest/config';
import { usual } from './vitest.config.ts';

/**
 * The API's tests again, with every installation on one real ClickHouse cluster (`tests/support/shared-cluster.ts`): those about
 * searches, records, loads, releases and reports, or with `--mode whole` every test that has an installation.
 */
const aboutData = [
  'server/routes/{search,records,reports}.test.ts',
  'server/registry/releases/releases.test.ts',
  'server/answers/panels/panels.test.ts',
  'server/registry/ingest/loading.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    ...usual,
    include: mode === 'whole' ? ['{server,tests}/**/*.test.ts'] : aboutData,
    // As clusters are run.
    env: { ...usual.env, TEST_APP_DATABASE: 'postgres' },
    globalSetup: [...usual.globalSetup, 'tests/support/shared-cluster.ts'],
  },
}));
