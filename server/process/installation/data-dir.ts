import { access, chmod, constants, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join, dirname, sep } from 'node:path';
import { codeOf, StartError } from '../../platform/errors.ts';
import { fileURLToPath } from 'node:url';
import { parseSourceAddress } from '../../registry/sources/address.ts';
import type { Config } from './config.ts';

/** From here on, only this user can read the files that the process creates, whichever library creates them. */
export const keepNewFilesPrivate = () => void process.umask(0o077);

/** Creates the data folder, for this user only: it contains hashes of passwords and sessions. Throws `StartError`. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await refuseRootBesideOthers(dataDir);
  try {
    if (dataDir.startsWith('/proc/')) throw new Error('The folder cannot be made there.');
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await closeToOthers(dataDir);
  } catch (cause) {
    throw new StartError(
      `Não foi possível criar ou usar a pasta de DATA_DIR, ${dataDir}: confira se o caminho é o de uma pasta e se este usuário pode ler e escrever nela.`,
      { cause },
    );
  }
}

/**
 * The service of the account that created the database could not read what root creates beside it. The folder itself may
 * be of any account, as a container's volume is.
 */
async function refuseRootBesideOthers(dataDir: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const database = await stat(join(dataDir, 'app.sqlite')).catch(() => undefined);
  if (database === undefined || database.uid === 0) return;
  throw new StartError(
    `O arquivo app.sqlite de DATA_DIR, ${dataDir}, é da conta ${database.uid}, que não poderia ler o que o root grava: rode com sudo -u '#${database.uid}'.`,
  );
}

/** Restricts an existing folder and its direct entries to this user, and thereby the files in subfolders. */
async function closeToOthers(dataDir: string): Promise<void> {
  const isOwn = await restrict(dataDir, 0o700);
  // Refuses a folder that only another account can read.
  const names = await readdir(dataDir);
  if (!isOwn) return;
  for (const name of names) {
    const path = join(dataDir, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() === true) await restrict(path, 0o700);
    if (found?.isFile() === true) await restrict(path, 0o600);
  }
}

/** False if this process may not change the permissions: a cluster's volume retains those of its owner. */
async function restrict(path: string, mode: number): Promise<boolean> {
  try {
    await chmod(path, mode);
    return true;
  } catch (error) {
    // Other processes create and delete files here: this one may be gone already.
    if (isOfOthers.has(codeOf(error))) return false;
    throw error;
  }
}

const isOfOthers: ReadonlySet<unknown> = new Set(['EPERM', 'EROFS', 'ENOENT', 'ENOTSUP']);

/** Folders of the operating system; no registry file arrives in them or below them. */
const systemFolders = ['bin', 'boot', 'etc', 'lib', 'lib64', 'proc', 'sbin', 'sys', 'usr'];

/**
 * Makes sure that the configured folders, and the credentials of a source, exist: without them, a source or a
 * receiver would fail silently. A source in a folder of the operating system, including the root, is refused. Throws
 * `StartError`, also for an address that cannot be parsed.
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
  if (source?.kind === 'drive') await requireCredentials(source.credentialsPath);
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

async function requireCredentials(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  const isReadable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (found?.isFile() === true && isReadable) return;
  throw new StartError(
    `Configuração inválida: CAGED_SOURCE: o arquivo de credenciais, ${path}, não existe ou não pode ser lido: crie o arquivo ou corrija o caminho.`,
  );
}

/** A link to a folder of the operating system counts as that folder. */
async function requireOwnFolder(path: string): Promise<void> {
  const [, top = ''] = (await realpath(path)).split(sep);
  if (top !== '' && !systemFolders.includes(top)) return;
  throw new StartError(
    `Configuração inválida: CAGED_SOURCE: a pasta da fonte, ${path}, é do sistema operacional: informe a pasta que recebe os arquivos do Novo CAGED.`,
  );
}
