import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { concurrently } from 'concurrently';
import { keysOf } from '../../shared/codes/keys.ts';
import { productProgram } from '../support/product-program.ts';
import { temporaryRoot } from '../support/temporary-root.ts';
import { administrator } from './served-product.ts';

const playwright = `node ${join('node_modules', '@playwright', 'test', 'cli.js')} test`;

const rest = "--grep-invert '@main|long.spec'";
const long = '--grep long.spec --grep-invert @main';
/**
 * The stories of `npm test`, tagged `@main`; those of files named `*.long.spec.ts`, which `npm run test:long` runs; and
 * all others, which `npm run test:full` runs. The last two run in two parallel halves.
 */
const parts = {
  main: [{ env: {}, options: '--grep @main' }],
  rest: [
    { env: { STORIES_HALF: '1' }, options: rest },
    { env: { STORIES_HALF: '2' }, options: rest },
  ],
  long: [
    { env: { STORIES_HALF: '1' }, options: long },
    { env: { STORIES_HALF: '2' }, options: long },
  ],
} as const;

/**
 * Runs a part of the stories, each Playwright process with a separate server. A first server creates the demonstration
 * months once; the others start on copies of its data.
 */
async function runStories(part: keyof typeof parts): Promise<void> {
  const folder = await mkdtemp(join(temporaryRoot(), 'caged-stories-'));
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  try {
    const made = join(folder, 'made');
    await makeDemonstration(made);
    const commands = parts[part].map(async ({ env, options }, at) => {
      const own = join(folder, `${at}`);
      await cp(made, join(own, 'data'), {
        recursive: true,
        verbatimSymlinks: true,
        filter: isData,
      });
      return {
        command: `${playwright} ${options}`,
        env: { ...env, STORIES_FOLDER: own, STORY_PATIENCE_MS: '180000' },
      };
    });
    const { result } = concurrently(await Promise.all(commands), { group: true, prefix: 'none' });
    await result.catch(() => (process.exitCode = 1));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Each start creates the engine's pipes and the socket for commands. */
const isData = (path: string) => !['pipes', 'server.sock'].includes(basename(path));

/** Starts a server without data, which creates the demonstration before it accepts requests, and then ends it. */
async function makeDemonstration(dataDir: string): Promise<void> {
  const product = spawn(process.execPath, productProgram, {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      PRECOMPUTED_OCCUPATIONS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(product, 'exit');
  let written = '';
  product.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    if (written.includes('está no ar')) product.kill('SIGTERM');
  });
  await ended;
  if (!written.includes('está no ar')) {
    throw new Error(`The demonstration was not made: ${written}`);
  }
}

const named = keysOf(parts).find((part) => part === process.argv[2]);
await runStories(named ?? 'main');
