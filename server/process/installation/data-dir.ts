import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';

/** Nobody else reads what this process makes from here on, whatever library makes it. */
export const keepNewFilesPrivate = () => void process.umask(0o077);

/**
 * Makes the folder of everything that is kept, for this user only: it holds hashes of passwords and sessions. Throws
 * `StartError`.
 */
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

/** Closes a folder that was there before, and what lies in it; the folder alone keeps others out of those within. */
async function closeToOthers(dataDir: string): Promise<void> {
  if (!(await restrict(dataDir, 0o700))) return;
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() === true) await restrict(path, 0o700);
    if (found?.isFile() === true) await restrict(path, 0o600);
  }
}

/** Answers false where it is not ours to close: a cluster's volume keeps the permissions that its owner gave it. */
async function restrict(path: string, mode: number): Promise<boolean> {
  try {
    await chmod(path, mode);
    return true;
  } catch (error) {
    // Files of others come and go: it may be gone already.
    if (error instanceof Error && 'code' in error && isOfOthers.has(String(error.code))) {
      return false;
    }
    throw error;
  }
}

const isOfOthers: ReadonlySet<string> = new Set(['EPERM', 'EROFS', 'ENOENT', 'ENOTSUP']);
