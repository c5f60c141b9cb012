import { readdir, realpath, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { codeOf, StartError } from '../../platform/errors.ts';
import { ignoreMissing } from '../../platform/ignore-missing.ts';

/** Refuses a path in DATA_DIR: the server empties folders of it, and a restore moves them. */
export async function requireOutside(dataDir: string, folder: string): Promise<void> {
  const place = await withoutLinks(resolve(folder));
  if (!`${place}${sep}`.startsWith(`${await withoutLinks(dataDir)}${sep}`)) return;
  throw new StartError(
    `${folder} fica em DATA_DIR, onde o sistema apaga e move arquivos: escolha uma pasta fora dela, de preferência em outro disco.`,
  );
}

/** The path without symbolic links, of which the last parts may not exist. */
const withoutLinks = (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    path === dirname(path) ? path : join(await withoutLinks(dirname(path)), basename(path)),
  );

/** Refuses a path where a backup cannot be created; an empty folder there is removed. */
export async function requireNewFolder(folder: string): Promise<void> {
  // No process can create a folder in /proc, and Node's recursive `mkdir` never stops retrying there.
  if (resolve(folder).startsWith('/proc/')) {
    throw new StartError(`${folder} não é lugar para um backup: escolha outra pasta.`);
  }
  const found = await ignoreMissing(readdir(resolve(folder)).catch(asRefusal(folder)));
  if (found === undefined) return;
  if (found.length > 0) {
    throw new StartError(
      `A pasta ${folder} já existe e não está vazia: escolha outra para o backup.`,
    );
  }
  await ignoreMissing(rmdir(resolve(folder)).catch(asRefusal(folder)));
}

const asRefusal = (folder: string) => (error: unknown) => {
  if (codeOf(error) === 'ENOTDIR') {
    throw new StartError(`${folder} não é uma pasta: escolha outro lugar para o backup.`);
  }
  if (codeOf(error) === 'EBUSY') {
    throw new StartError(
      `${folder} é onde um disco está montado: escolha uma pasta nova dentro dela, como ${folder}/backup-1.`,
    );
  }
  throw error;
};
