import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { LongFilesFirst } from './tests/support/long-files-first.ts';

/** What every test has, of one engine or of a cluster. */
export const usual = {
  globalSetup: [
    'tests/support/temporary-folder.ts',
    'tests/support/build-drawings.ts',
    'tests/support/shared-postgres.ts',
  ],
  setupFiles: ['tests/support/quick-passwords.ts'],
  // The engine is one native library of one process: files run in forked processes, never in threads.
  pool: 'forks' as const,
  // One more than the cores of a small machine: many tests wait for other processes.
  maxWorkers: 3,
  // What a test waits for comes when it comes, on a busy machine too: these only end one that hangs.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
  env: { UV_THREADPOOL_SIZE: '24' },
} satisfies ViteUserConfig['test'];

/** Files that leave nothing behind share a process, which reads the product's modules once for all of them. */
const together = [
  '{client,shared}/**/*.test.{ts,tsx}',
  'server/{routes,reference,people}/**/*.test.ts',
  // The kernel's memory is one for a whole process.
  'server/answers/**/!(line-kernel).test.ts',
];
/** They take back the costs of passwords, which a process has read by then. */
const withRealCosts = [
  'server/routes/sign-in-cost.test.ts',
  'server/people/identity/passwords.test.ts',
];

const { globalSetup, ...each } = usual;

export default defineConfig({
  test: {
    globalSetup,
    maxWorkers: each.maxWorkers,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...each,
          name: 'together',
          isolate: false,
          include: together,
          exclude: withRealCosts,
        },
      },
      {
        test: {
          ...each,
          name: 'alone',
          include: ['{client,server,shared,tests}/**/*.test.{ts,tsx}'],
          exclude: together,
        },
      },
      {
        test: { ...each, name: 'real costs', include: withRealCosts },
      },
    ],
  },
});
