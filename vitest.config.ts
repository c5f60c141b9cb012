import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { AsvsReporter } from './tests/support/asvs-reporter.ts';
import { LongFilesFirst } from './tests/support/long-files-first.ts';

/** Settings that the tests of every configuration share. */
export const usual = {
  globalSetup: [
    'tests/support/temporary-folder.ts',
    'tests/support/build-bundles.ts',
    'tests/support/shared-postgres.ts',
  ],
  setupFiles: ['tests/support/quick-passwords.ts'],
  // The engine is one native library per process: test files run in forked processes, never in threads.
  pool: 'forks' as const,
  // One more than the cores of a small machine: many tests wait for other processes.
  maxWorkers: 3,
  // These timeouts only end a test that hangs: on a busy machine a test may take long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
  env: { UV_THREADPOOL_SIZE: '24' },
} satisfies ViteUserConfig['test'];

/** Slow by design: whole processes, faults, large data. `npm run test:full` runs them. */
const slow = ['tests/{servers,faults}/**/*.test.ts', '**/*.slow.test.ts'];
/** Exhaustive comparisons and trials, of which other tests are a small part. `npm run test:long` runs them. */
const long = '**/*.long.test.ts';
/** Tests without an engine: `npm run check:quick` runs them. */
const pure = '{client,shared}/**/*.test.{ts,tsx}';
/** Files without side effects share a process, which loads the product's modules once for all of them. */
export const together = [
  'server/{routes,reference,people,research,operations}/**/*.test.ts',
  'server/platform/!(warehouse)/**/*.test.ts',
  'server/registry/**/*.test.ts',
  // The kernel has one memory per process.
  'server/answers/**/!(line-kernel).test.ts',
];
/** This file restores the real password costs, which a shared process would already have read. */
const realCosts = 'server/people/identity/passwords.test.ts';

const { globalSetup, ...each } = usual;

export default defineConfig({
  test: {
    globalSetup,
    maxWorkers: each.maxWorkers,
    reporters: ['default', new AsvsReporter()],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: { ...each, name: 'pure', isolate: false, include: [pure], exclude: [...slow, long] },
      },
      {
        test: {
          ...each,
          name: 'together',
          isolate: false,
          include: together,
          exclude: [...slow, long, realCosts],
        },
      },
      {
        test: {
          ...each,
          name: 'alone',
          include: ['{server,tests}/**/*.test.ts'],
          exclude: [...together, ...slow, long],
        },
      },
      { test: { ...each, name: 'real costs', include: [realCosts] } },
      { test: { ...each, name: 'slow', include: slow, exclude: ['node_modules/**', long] } },
      { test: { ...each, name: 'long', include: [long], exclude: ['node_modules/**'] } },
    ],
  },
});
