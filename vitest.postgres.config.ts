import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { defineConfig } from 'vitest/config';
import { aboutData } from './vitest.cluster.config.ts';
import { together, usual } from './vitest.config.ts';

/**
 * The tests that run on either app database (`testedStores`, `testedServers`), here on PostgreSQL, without those that
 * the cluster's run has there.
 */
const onStores = globSync('{server,tests}/**/*.test.ts').filter(
  (path) =>
    /testedStores|testedServers/.test(readFileSync(path, 'utf8')) &&
    !aboutData.some((glob) => matchesGlob(path, glob)),
);
const shared = onStores.filter(
  (path) => !path.includes('.slow.') && together.some((glob) => matchesGlob(path, glob)),
);

const { globalSetup, maxWorkers, ...each } = usual;
const env = { ...usual.env, TEST_APP_DATABASE: 'postgres' };

export default defineConfig({
  test: {
    globalSetup,
    maxWorkers,
    projects: [
      { test: { ...each, env, name: 'together', isolate: false, include: shared } },
      {
        test: { ...each, env, name: 'alone', include: onStores.filter((p) => !shared.includes(p)) },
      },
    ],
  },
});
