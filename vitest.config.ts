import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{client,server,shared,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/temporary-folder.ts', 'tests/build-drawings.ts'],
    // The engine is one native library of one process: files run in forked processes, never in threads.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { UV_THREADPOOL_SIZE: '24' },
  },
});
