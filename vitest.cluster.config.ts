import { defineConfig } from 'vitest/config';
import { usual } from './vitest.config.ts';

/** Tests about searches, records, loads, releases and reports. */
export const aboutData = [
  'server/routes/{search/search,search/records,reports/reports}.test.ts',
  'server/registry/releases/releases.test.ts',
  'server/answers/present/panels/panels.test.ts',
  'server/registry/ingest/loading.test.ts',
];

/**
 * Runs the API's tests again, with every installation on one real ClickHouse cluster
 * (`tests/support/shared-cluster.ts`): tests about data, or with `--mode whole` every test with an installation.
 */
export default defineConfig(({ mode }) => ({
  test: {
    ...usual,
    include: mode === 'whole' ? ['{server,tests}/**/*.test.ts'] : aboutData,
    // The app database that cluster installations use.
    env: { ...usual.env, TEST_APP_DATABASE: 'postgres' },
    globalSetup: [...usual.globalSetup, 'tests/support/shared-cluster.ts'],
  },
}));
