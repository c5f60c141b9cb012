import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutRoot } from '../../../tests/support/without-root.ts';
import { makeDataDir } from './data-dir.ts';

test('closes to others a folder that was open to them, and what lies in it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'caged-data-'));
  const modeOf = (path: string) => statSync(join(dataDir, path)).mode & 0o777;
  mkdirSync(join(dataDir, 'outbox'));
  writeFileSync(join(dataDir, 'app.sqlite'), '');
  chmodSync(join(dataDir, 'app.sqlite'), 0o664);
  chmodSync(join(dataDir, 'outbox'), 0o777);
  chmodSync(dataDir, 0o755);
  try {
    await makeDataDir(dataDir);
    expect([modeOf('.'), modeOf('outbox'), modeOf('app.sqlite')]).toEqual([0o700, 0o700, 0o600]);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

test('refuses a folder that only another account can read', async () => {
  await expect(withoutRoot(() => makeDataDir('/root'))).rejects.toThrow(
    'a pasta de DATA_DIR, /root: confira se o caminho é o de uma pasta e se este usuário pode ler e',
  );
});

test('refuses root beside a database of another account, which could not read what root creates', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'caged-data-'));
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) chownSync(dataDir, 65_534, 65_534);
  await makeDataDir(dataDir);
  const database = join(dataDir, 'app.sqlite');
  writeFileSync(database, '');
  if (isRoot) chownSync(database, 65_534, 65_534);
  const said = await makeDataDir(dataDir).catch((error: Error) => error.message);
  const sentence = `O arquivo app.sqlite de DATA_DIR, ${dataDir}, é da conta 65534, que não poderia ler o que o root grava: rode com sudo -u '#65534'.`;
  expect(said).toBe(isRoot ? sentence : undefined);
  rmSync(dataDir, { recursive: true });
});
