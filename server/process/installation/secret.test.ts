import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installationSecret } from './secret.ts';

test('the secret is made once, for this user only, and the given one comes first', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'caged-secret-'));
  const own = { dataDir, secretKey: undefined };
  const [first, second] = await Promise.all([installationSecret(own), installationSecret(own)]);
  expect(first).toHaveLength(43);
  expect(second).toEqual(first);
  expect(await installationSecret(own)).toEqual(first);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  const secretKey = 'um segredo que a configuração dá, longo';
  expect(String(await installationSecret({ dataDir, secretKey }))).toBe(secretKey);
  await expect(installationSecret({ ...own, dataDir: '/nowhere' })).rejects.toThrow(/SECRET_KEY/);
  await rm(dataDir, { recursive: true });
});

test.each([
  ['empty', ''],
  ['cut', 'a'.repeat(20)],
  ['spoiled', `${'a'.repeat(42)}\u0007`],
])('a key that is %s is refused, with what to do', async (_, content) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'caged-secret-'));
  await writeFile(join(dataDir, 'secret.key'), content);
  await expect(installationSecret({ dataDir, secretKey: undefined })).rejects.toThrow(
    /secret\.key, está vazia ou danificada: recupere-a de uma cópia/,
  );
  await rm(dataDir, { recursive: true });
});
