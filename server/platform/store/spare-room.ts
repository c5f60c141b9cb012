import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const mebibyte = 2 ** 20;
const spareMebibytes = 32;

/**
 * A file of nothing beside the embedded app database. When the disk is full it goes, so that people still sign in;
 * whatever else would take its room is left out until there is room again.
 */
export class SpareRoom {
  readonly #path: string;
  #isGiven = false;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'spare-room');
  }

  /** Whether only what is necessary may be written. */
  get isGiven(): boolean {
    return this.#isGiven;
  }

  /** Keeps the room, where the disk has plenty. Answers how much is kept, in MiB. */
  async keep(): Promise<{ readonly spareMebibytes: number }> {
    const { size } = await stat(this.#path).catch(() => ({ size: 0 }));
    if (size < spareMebibytes * mebibyte) {
      const { bavail, bsize } = await statfs(join(this.#path, '..'));
      if (bavail * bsize < 4 * spareMebibytes * mebibyte) return { spareMebibytes: 0 };
      const file = await open(this.#path, 'w', 0o600);
      try {
        // Written, since a file of nothing takes no room.
        const nothing = Buffer.alloc(mebibyte);
        for (let written = 0; written < spareMebibytes; written += 1) await file.write(nothing);
      } finally {
        await file.close();
      }
    }
    this.#isGiven = false;
    return { spareMebibytes };
  }

  /** Does what is necessary, with the room that was kept where there is no other. It may be begun twice. */
  async lend<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error) || this.#isGiven) throw error;
      this.#isGiven = true;
      await rm(this.#path, { force: true });
      return await work();
    }
  }
}

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL';
