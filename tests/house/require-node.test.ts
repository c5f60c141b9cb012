import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

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
