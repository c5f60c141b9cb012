import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { concurrently } from 'concurrently';
import { productProgram } from '../support/product-program.ts';
import { temporaryRoot } from '../support/temporary-root.ts';
import { administrator } from './served-product.ts';

/**
 * Tells the stories in two halves at once, each to a product of its own. The demonstration months of both are made
 * once: a first product makes them, and its data are copied.
 */
async function tellBothHalves(): Promise<void> {
  const folder = await mkdtemp(join(temporaryRoot(), 'caged-stories-'));
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  try {
    const made = join(folder, 'made');
    await makeDemonstration(made);
    const tellings = ['1', '2'].map(async (half) => {
      const own = join(folder, half);
      await cp(made, join(own, 'data'), {
        recursive: true,
        verbatimSymlinks: true,
        filter: isKept,
      });
      const command = `node ${join('node_modules', '@playwright', 'test', 'cli.js')} test`;
      return { command, env: { STORIES_HALF: half, STORIES_FOLDER: own } };
    });
    const { result } = concurrently(await Promise.all(tellings), { group: true, prefix: 'none' });
    await result.catch(() => (process.exitCode = 1));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The engine makes its pipes anew. */
const isKept = (path: string) => basename(path) !== 'pipes';

/** Starts a product without data, which makes them before it takes requests, and ends it, in time or not. */
async function makeDemonstration(dataDir: string): Promise<void> {
  const product = spawn(process.execPath, productProgram, {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      UV_THREADPOOL_SIZE: '24',
      ANSWERS_AHEAD: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(product, 'exit');
  let said = '';
  product.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes('está no ar')) product.kill('SIGTERM');
  });
  await ended;
  if (!said.includes('está no ar')) throw new Error(`The demonstration was not made: ${said}`);
}

await tellBothHalves();
