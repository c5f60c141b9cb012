import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const sources = ['client/**/*', 'shared/**/*', 'vite*.config.ts', 'package-lock.json'];
const configs = { client: 'vite.config.ts', paper: 'vite.paper.config.ts' };

export type Bundle = keyof typeof configs;

/**
 * Builds each bundle into `dist/` unless it was already built from the same sources. Compares sources by content, so
 * that a checkout that only touches files builds nothing. Rejects if Vite fails.
 */
export async function buildWhereChanged(bundles: readonly string[]): Promise<void> {
  const digest = await sourceDigest();
  for (const bundle of bundles) {
    if (!isBundle(bundle)) throw new Error(`No bundle is named ${bundle}.`);
    // oxlint-disable-next-line no-await-in-loop -- one build uses all cores.
    await buildUnlessBuilt(bundle, digest);
  }
}

const isBundle = (name: string): name is Bundle => Object.hasOwn(configs, name);

async function buildUnlessBuilt(bundle: Bundle, digest: string): Promise<void> {
  const output = join(root, 'dist', bundle);
  const stamp = `${output}.digest`;
  if (existsSync(output) && (await readFile(stamp, 'utf8').catch(() => '')) === digest) return;
  // An interrupted build must not pass for the previous one.
  await rm(stamp, { force: true });
  process.stdout.write(builds[bundle]);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // A separate process with a plain environment: a test's environment would build React for tests.
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--config', configs[bundle], '--logLevel', 'warn'],
    { cwd: root, env: { PATH: process.env['PATH'] } },
  );
  await writeFile(stamp, digest);
}

const builds = {
  client: 'Preparando as telas (alguns segundos)…\n',
  paper: 'Preparando os gráficos dos relatórios…\n',
} satisfies Record<Bundle, string>;

async function sourceDigest(): Promise<string> {
  const paths: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256').update(process.version);
  for (const path of paths.toSorted()) {
    // oxlint-disable-next-line no-await-in-loop -- the order is part of the digest.
    hash.update(`${path}\0`).update(await readFile(path));
  }
  return hash.digest('hex');
}
