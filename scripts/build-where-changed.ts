import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { keysOf } from '../shared/codes/keys.ts';
import { buildKernel, kernelSources } from './build-kernel.ts';

const root = join(import.meta.dirname, '..');
const sources = ['client/**/*', 'shared/**/*', 'vite*.config.ts', 'package-lock.json'];

interface Recipe {
  readonly message: string;
  /** The digest of all that the bundle is made of. */
  readonly digest: () => string | Promise<string>;
  readonly build: (output: string) => Promise<void>;
}

const recipes = {
  client: {
    message: 'Preparando as telas (alguns segundos)…\n',
    digest: sourceDigest,
    build: () => runVite('vite.config.ts'),
  },
  paper: {
    message: 'Preparando os gráficos dos relatórios…\n',
    digest: sourceDigest,
    build: () => runVite('vite.paper.config.ts'),
  },
  kernel: {
    message: 'Preparando as contas do índice…\n',
    digest: kernelDigest,
    build: buildKernel,
  },
} satisfies Record<string, Recipe>;

export type Bundle = keyof typeof recipes;
export const bundles = keysOf(recipes);

/**
 * Builds each bundle into `dist/` unless it was already built from the same sources. Compares sources by content, so
 * that a checkout that only touches files builds nothing. Rejects if Vite or the compiler fails.
 */
export async function buildWhereChanged(names: readonly string[]): Promise<void> {
  for (const bundle of names) {
    if (!isBundle(bundle)) throw new Error(`No bundle is named ${bundle}.`);
    // oxlint-disable-next-line no-await-in-loop -- one build uses all cores.
    await buildUnlessBuilt(bundle);
  }
}

const isBundle = (name: string): name is Bundle => Object.hasOwn(recipes, name);

async function buildUnlessBuilt(bundle: Bundle): Promise<void> {
  const { message, build, ...recipe } = recipes[bundle];
  const digest = await recipe.digest();
  const output = join(root, 'dist', bundle);
  const stamp = `${output}.digest`;
  if (existsSync(output) && (await readFile(stamp, 'utf8').catch(() => '')) === digest) return;
  // An interrupted build must not pass for the previous one.
  await rm(stamp, { force: true });
  process.stdout.write(message);
  await build(output);
  await writeFile(stamp, digest);
}

async function runVite(config: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // A separate process with a plain environment: a test's environment would build React for tests.
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--config', config, '--logLevel', 'warn'],
    { cwd: root, env: { PATH: process.env['PATH'] } },
  );
}

/** Reads synchronously: hundreds of small files take a quarter of the time, and nothing else runs meanwhile. */
function sourceDigest(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const hash = createHash('sha256').update(process.version);
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
    hash.update(`${path}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

async function kernelDigest(): Promise<string> {
  const lock = await readFile(join(root, 'package-lock.json'));
  return createHash('sha256')
    .update(JSON.stringify(await kernelSources()))
    .update(lock)
    .digest('hex');
}
