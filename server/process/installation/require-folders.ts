import { realpath, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../platform/start-error.ts';
import { parseSourceAddress } from '../../registry/sources/address.ts';
import type { Config } from './config.ts';

/** Folders of the operating system; no registry file arrives in them or below them. */
const systemFolders = ['bin', 'boot', 'etc', 'lib', 'lib64', 'proc', 'sbin', 'sys', 'usr'];

/**
 * Makes sure that the configured folders exist: a source or a receiver in a missing folder would fail silently. A
 * source in a folder of the operating system, including the root, is refused. Throws `StartError`, also for an address
 * that cannot be parsed.
 */
export async function requireFolders({
  cagedSource,
  auditShip,
}: Pick<Config, 'cagedSource' | 'auditShip'>): Promise<void> {
  const source = cagedSource === undefined ? undefined : parseSourceAddress(cagedSource);
  if (source?.kind === 'folder') {
    await requireFolder(source.path, 'CAGED_SOURCE: a pasta da fonte');
    await requireOwnFolder(source.path);
  }
  if (auditShip?.startsWith('file:') === true) {
    await requireFolder(dirname(fileURLToPath(auditShip)), 'AUDIT_SHIP: a pasta do arquivo');
  }
}

async function requireFolder(path: string, what: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new StartError(
    `Configuração inválida: ${what}, ${path}, não existe ou não pode ser lida: crie a pasta ou corrija o caminho.`,
  );
}

/** A link to a folder of the operating system counts as that folder. */
async function requireOwnFolder(path: string): Promise<void> {
  const [, top = ''] = (await realpath(path)).split(sep);
  if (top !== '' && !systemFolders.includes(top)) return;
  throw new StartError(
    `Configuração inválida: CAGED_SOURCE: a pasta da fonte, ${path}, é do sistema operacional: dê a pasta que recebe os arquivos do Novo CAGED.`,
  );
}
