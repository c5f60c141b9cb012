import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireFolders } from './data-dir.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caged-folders-'));
  await writeFile(join(folder, 'file'), '');
});
afterAll(() => rm(folder, { recursive: true }));

const checked = (cagedSource?: string, auditShip?: string) =>
  requireFolders({ cagedSource, auditShip });

test('folders that are there pass, and servers are not called', async () => {
  await checked(folder, `file:${folder}/audit.log`);
  await checked(`file://${folder}`);
  await checked('ftp://servidor.invalid/pasta', 'tcp://servidor.invalid:514');
  await checked();
});

test('a source in a folder that is not there, or that is a file, is refused with its name', async () => {
  for (const path of [join(folder, 'none'), join(folder, 'file')]) {
    await expect(checked(path)).rejects.toThrow(`CAGED_SOURCE: a pasta da fonte, ${path}`);
  }
});

test('a source whose file of credentials is not there is refused with its name', async () => {
  const path = join(folder, 'none.json');
  await expect(checked(`gdrive://Pasta?credentials=${path}`)).rejects.toThrow(
    `CAGED_SOURCE: o arquivo de credenciais, ${path}, não existe`,
  );
  await checked(`gdrive://Pasta?credentials=${join(folder, 'file')}`);
});

test('a source in a folder of the operating system is refused, also through a link', async () => {
  await symlink('/etc', join(folder, 'link'));
  for (const path of ['/', '/etc', '/usr/share', '/etc/..', join(folder, 'link')]) {
    await expect(checked(`file://${path}`)).rejects.toThrow(
      /é do sistema operacional: informe a pasta/,
    );
  }
});

test('an audit file in a missing folder is refused', async () => {
  const path = join(folder, 'none', 'audit.log');
  await expect(checked(undefined, `file:${path}`)).rejects.toThrow(
    `AUDIT_SHIP: a pasta do arquivo, ${join(folder, 'none')}`,
  );
});
