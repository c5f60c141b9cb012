import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** The message of the check, which is plain JavaScript for any Node version, for a Node on a machine. */
function said(machine: { version: string; platform: string; arch: string }, isByNpm: boolean) {
  const call = `import('./server/require-node.mjs').then(({ oldNode }) => console.log(oldNode(${JSON.stringify(machine)}, ${isByNpm})))`;
  return execFileSync(process.execPath, ['-e', call], { encoding: 'utf8' }).trim();
}

test('an old Node prints what this machine can do about it', () => {
  const old = { version: 'v20.20.2', platform: 'linux', arch: 'x64' };
  expect(said(old, false)).toBe(
    'Este sistema precisa do Node 24 e este é o v20.20.2: use "npm start" ou "npm run caged", que trazem o certo.',
  );
  expect(said(old, true)).toContain('rode "npm install" de novo, sem --omit=optional');
  expect(said({ ...old, platform: 'darwin', arch: 'arm64' }, true)).toContain(
    'instale o Node 24 (nodejs.org)',
  );
});

test('a machine without the embedded engine prints the two ways that it has', () => {
  const hidden = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, from, next) => {
      if (name === 'chdb') throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, from);
    } });`;
  const folder = mkdtempSync(join(tmpdir(), 'caged-no-engine-'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hidden)}`,
      'server/process/command/main.mjs',
      'generate',
      '--months',
      '202401..202401',
      '--lines',
      '10',
    ],
    { env: { ...process.env, DATA_DIR: folder }, encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/use Docker .* ou um servidor ClickHouse em CLICKHOUSE_URL/),
  ]);
});

test.each([
  'server/main.mjs',
  'server/process/command/main.mjs',
  'scripts/build.mjs',
  'scripts/dev.mjs',
  'server/require-node.mjs',
  'server/compile-cache.mjs',
])('an old Node can read %s, which refuses it', (path) => {
  const imports = [...readFileSync(path, 'utf8').matchAll(/^import (.+) from '(.+)';$/gm)];
  expect(imports.length).toBeGreaterThan(0);
  // Node 20 has a default export of each of its modules, but not all names of Node 24.
  const named = imports.filter(
    ([, names, from]) => names?.startsWith('{') && from?.startsWith('node:'),
  );
  expect(named).toEqual([]);
  for (const [, , from] of imports) expect(from).toMatch(/^node:|\.mjs$/);
});

test('the scripts of package.json run in any shell: none sets a variable or needs single quotes', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const ofOneShell = /(?:^|[\s"&])\w+=\S+ |'|\$/;
  expect(ofOneShell.test('npm run build && EVERY_LOOK=1 node cli.js')).toBe(true);
  expect(Object.values(scripts).filter((script) => ofOneShell.test(script))).toEqual([]);
});
