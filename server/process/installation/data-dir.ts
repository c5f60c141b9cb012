import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';

/** From here on, only this user can read the files that the process creates, whichever library creates them. */
export const keepNewFilesPrivate = () => void process.umask(0o077);

/** Creates the data folder, for this user only: it contains hashes of passwords and sessions. Throws `StartError`. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    if (dataDir.startsWith('/proc/')) throw new Error('The folder cannot be made there.');
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await closeToOthers(dataDir);
  } catch (cause) {
    throw new StartError(
      'Não foi possível criar a pasta de DATA_DIR: confira se o caminho é o de uma pasta e se há permissão de escrita.',
      { cause },
    );
  }
}

/**
 * Restricts an existing folder and its direct entries to this user. The restriction of a subfolder also protects the
 * files in it.
 */
async function closeToOthers(dataDir: string): Promise<void> {
  if (!(await restrict(dataDir, 0o700))) return;
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() === true) await restrict(path, 0o700);
    if (found?.isFile() === true) await restrict(path, 0o600);
  }
}

/**
 * Returns false if this process may not change the permissions: a cluster's volume retains the permissions that its
 * owner set.
 */
async function restrict(path: string, mode: number): Promise<boolean> {
  try {
    await chmod(path, mode);
    return true;
  } catch (error) {
    // Other processes create and delete files here: this one may be gone already.
    if (error instanceof Error && 'code' in error && isOfOthers.has(String(error.code))) {
      return false;
    }
    throw error;
  }
}

const isOfOthers: ReadonlySet<string> = new Set(['EPERM', 'EROFS', 'ENOENT', 'ENOTSUP']);
