import { statfs } from 'node:fs/promises';
import { AppError } from '../errors.ts';

/** How many bytes the disk of a directory has free for this process. */
export type FreeBytes = (directory: string) => Promise<number>;

/** Bytes that must stay free: the engine and the app database write to the same disk. */
const spareBytes = 2 ** 30;

export const freeBytesOf: FreeBytes = async (directory) => {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
};

/** Throws 507 `sem_espaco` if writing this many bytes would not leave enough of the disk free. */
export async function ensureFreeDisk(
  directory: string,
  bytes: number,
  freeBytes?: FreeBytes,
): Promise<void> {
  if ((await roomOf(directory, freeBytes)) < bytes) throw noRoom();
}

/** How many bytes may still be written to the disk of a directory. */
export async function roomOf(directory: string, freeBytes = freeBytesOf): Promise<number> {
  return Math.max(0, (await freeBytes(directory)) - spareBytes);
}

export const noRoom = () =>
  new AppError(
    'sem_espaco',
    507,
    'O servidor não tem espaço livre em disco para este envio. Libere espaço ou espere outros envios terminarem e tente de novo.',
  );
