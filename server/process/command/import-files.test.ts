import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { withoutRoot } from '../../../tests/support/without-root.ts';
import { findUpload } from '../../registry/ingest/uploads.ts';
import { readConfig } from '../installation/config.ts';
import { importFiles, queueFiles } from './import-files.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation();
});
afterAll(() => installation.close());

// This folder cannot exist: a command that opened a database there would fail with another message.
const unusable = readConfig({ DATA_DIR: '/dev/null/nowhere' });

test('a shared file is loaded though the one that was given is gone', async () => {
  const path = await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}]);
  const { store, clock, files } = installation.loading;
  const id = await queueFiles({ store, clock, files }, { competencia: null, paths: [path] });
  const queued = await findUpload(store, id);
  expect(queued?.files.map((file) => isAbsolute(file.path))).toEqual([false]);
  await rm(path);
  await installation.drain();
  expect(await findUpload(store, id)).toMatchObject({ status: 'COMPLETED', release: 1 });
});

test('a device or pipe is refused before a database is opened', async () => {
  await expect(importFiles(unusable, ['/dev/zero'])).rejects.toThrow(
    '/dev/zero não é um arquivo nem uma pasta. Grave o conteúdo em um arquivo',
  );
});

test('a link in a folder that leads to no file is refused before a database is opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'links-'));
  const link = join(folder, 'CAGEDMOV202307.txt');
  await symlink(tmpdir(), link);
  await expect(importFiles(unusable, [folder])).rejects.toThrow(
    `${link} é um link que não leva a um arquivo`,
  );
  await rm(folder, { recursive: true });
});

test('a folder that this account may not read is refused as that, before a database is opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'closed-'));
  const file = join(folder, 'CAGEDMOV202307.txt');
  await writeFile(file, '');
  const refusal = (path: string) =>
    expect(withoutRoot(() => importFiles(unusable, [path]))).rejects.toThrow(
      `Não é possível ler ${path}: confira se este usuário pode ler o arquivo`,
    );
  await chmod(folder, 0);
  await refusal(file);
  await refusal(folder);
  await expect(importFiles(unusable, [`${file}/x`])).rejects.toThrow('Não existe o arquivo');
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});
