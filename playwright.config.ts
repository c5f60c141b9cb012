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
  // Two halves at once (`npm run test:full`) share neither product nor folder.
  shard: half === undefined ? null : { current: half, total: 2 },
  outputDir: `test-results/${half ?? 'all'}`,
  timeout: 600_000,
  // `run-stories.ts` waits longer: on a busy machine this only ends a story that hangs.
  expect: { timeout: Number(process.env['STORY_PATIENCE_MS'] ?? 20_000) },
  reporter: [['list'], ['./tests/browser/asvs-reporter.ts']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    reuseContext: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    launchOptions: {
      // A Chromium that comes with npm; its package's own arguments would switch protections off.
      executablePath: await chromium.executablePath(),
      args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
    },
  },
  webServer: {
    command: ['node', ...productProgram].join(' '),
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      UV_THREADPOOL_SIZE: '24',
      // No story is about it, and it would count beside each of them.
      ANSWERS_AHEAD: '0',
    },
  },
});
