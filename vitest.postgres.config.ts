import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { usual } from './vitest.config.ts';

/** The tests that run on either app database (`testedStores`, `testedServers`), here on PostgreSQL. */
export default defineConfig({
  test: {
    ...usual,
    include: globSync('{server,tests}/**/*.test.ts').filter((path) =>
      /testedStores|testedServers/.test(readFileSync(path, 'utf8')),
    ),
    env: { ...usual.env, TEST_APP_DATABASE: 'postgres' },
  },
});
