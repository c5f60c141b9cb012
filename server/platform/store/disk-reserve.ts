import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';

const mebibyte = 2 ** 20;
const spareMebibytes = 32;

/**
 * A reserve file beside the embedded app database. If the disk is full, the file is deleted, so that users can still
 * sign in. Other writes are skipped until there is space again.
 */
export class DiskReserve {
  readonly #path: string;
  #isReleased = false;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'spare-room');
  }

  /** Whether only necessary writes are allowed. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Creates the reserve if the disk has plenty of space. Returns its size, in MiB. */
  async refill(): Promise<{ readonly spareMebibytes: number }> {
    const { size } = await stat(this.#path).catch(() => ({ size: 0 }));
    if (size < spareMebibytes * mebibyte) {
      const { bavail, bsize } = await statfs(join(this.#path, '..'));
      if (bavail * bsize < 4 * spareMebibytes * mebibyte) return { spareMebibytes: 0 };
      await using file = await open(this.#path, 'w', 0o600);
      // Writes zeros, since a sparse file occupies no space.
      const nothing = Buffer.alloc(mebibyte);
      for (let written = 0; written < spareMebibytes; written += 1) await file.write(nothing);
    }
    this.#isReleased = false;
    return { spareMebibytes };
  }

  /** Runs necessary work. If the disk is full, frees the reserve and runs the work a second time. */
  async runNecessary<Result>(work: () => Promise<Result>): Promise<Result> {
    const wasReleased = this.#isReleased;
    try {
      return await work();
    } catch (error) {
      // Other work may have released the reserve since: this work failed before that.
      if (codeOf(error) !== 'SQLITE_FULL' || wasReleased) throw error;
      this.#isReleased = true;
      await rm(this.#path, { force: true });
      return await work();
    }
  }
}
