import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{client,server,shared,tests}/**/*.test.{ts,tsx}'],
    globalSetup: [
      'tests/support/temporary-folder.ts',
      'tests/support/build-drawings.ts',
      'tests/support/shared-postgres.ts',
    ],
    setupFiles: ['tests/support/quick-passwords.ts'],
    // The engine is one native library of one process: files run in forked processes, never in threads.
    pool: 'forks',
    // One more than the cores of a small machine: many tests wait for other processes.
    maxWorkers: 3,
    // What a test waits for comes when it comes, on a busy machine too: these only end one that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    env: { UV_THREADPOOL_SIZE: '24' },
  },
});
