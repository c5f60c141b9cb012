import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import chromium from '@sparticuz/chromium';
import { administrator, half, port } from './tests/browser/served-product.ts';
import { productProgram } from './tests/support/product-program.ts';
import { temporaryRoot } from './tests/support/temporary-root.ts';

const folder = (process.env['STORIES_FOLDER'] ??= mkdtempSync(
  join(temporaryRoot(), 'caged-browser-'),
));
const dataDir = join(folder, 'data');
process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  globalTeardown: './tests/browser/remove-data.ts',
  fullyParallel: false,
  workers: 1,
  // The two halves of `npm run test:full` run in parallel: each has a separate server and output folder.
  shard: half === undefined ? null : { current: half, total: 2 },
  outputDir: `test-results/${half ?? 'all'}`,
  timeout: 600_000,
  // `run-stories.ts` sets a longer timeout: on a busy machine the timeout only ends a story that hangs.
  expect: { timeout: Number(process.env['STORY_PATIENCE_MS'] ?? 20_000) },
  reporter: [['list'], ['./tests/browser/asvs-reporter.ts']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    reuseContext: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    launchOptions: {
      // A Chromium installed by npm. The default arguments of its package would turn protections off.
      executablePath: await chromium.executablePath(),
      args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
      // Without a UTF-8 locale, Chromium saves a file whose name has accents as "download".
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
  webServer: {
    // Quoted for the shell: the folder's path may have spaces.
    command: ['node', ...productProgram].map((word) => JSON.stringify(word)).join(' '),
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      // No story tests precomputation, and its queries would compete with each story for the processor.
      PRECOMPUTED_OCCUPATIONS: '0',
    },
  },
});
