import { mkdir } from 'node:fs/promises';
import { StartError } from '../../platform/start-error.ts';

/**
 * Makes the folder of everything that is kept, for this user only: it holds hashes of passwords and sessions. Throws
 * `StartError`.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    if (dataDir.startsWith('/proc/')) throw new Error('The folder cannot be made there.');
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(
      'Não foi possível criar a pasta de DATA_DIR: confira se o caminho é o de uma pasta e se há permissão de escrita.',
      { cause },
    );
  }
}
