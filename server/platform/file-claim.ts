import { open, rm, stat, utimes } from 'node:fs/promises';
import { setInterval as every } from 'node:timers';
import { codeOf } from './errors.ts';

/**
 * A process that holds a claim touches its claim file this often. Without a change for `abandonedAfterMs`, others treat the
 * claim as abandoned.
 */
const renewEveryMs = 5_000;
const abandonedAfterMs = 30_000;

export const claimExtension = '.making';

/**
 * Of several processes that share a folder, only the one that created the claim file makes the file. Two may
 * hold a claim if one was treated as abandoned by mistake; then both make the same file, and the last one stays.
 */
export class FileClaims {
  /** The modification times of other processes' claim files, and since when this process has seen them. */
  readonly #seen = new Map<string, { readonly touched: number; readonly since: number }>();

  /** Returns null while another process has the claim. The claim ends with its disposal. */
  async take(path: string): Promise<AsyncDisposable | null> {
    const claimFile = `${path}${claimExtension}`;
    if (
      !(await tryCreate(claimFile)) &&
      !((await this.#isAbandoned(claimFile)) && (await tryCreate(claimFile)))
    )
      return null;
    this.#seen.delete(claimFile);
    // If the claim file is missing, another process treated the claim as abandoned, and the file is made twice.
    const renewing = every(() => {
      const now = new Date();
      void utimes(claimFile, now, now).catch(() => undefined);
    }, renewEveryMs);
    renewing.unref();
    return {
      async [Symbol.asyncDispose]() {
        clearInterval(renewing);
        await rm(claimFile, { force: true });
      },
    };
  }

  /** Clocks may differ: a claim counts as abandoned when this process has seen it unchanged for `abandonedAfterMs`. */
  async #isAbandoned(claimFile: string): Promise<boolean> {
    const touched = (await stat(claimFile).catch(() => null))?.mtimeMs;
    // The claim file was removed meanwhile.
    if (touched === undefined) return true;
    const seen = this.#seen.get(claimFile);
    if (seen?.touched !== touched) {
      this.#seen.set(claimFile, { touched, since: performance.now() });
      return false;
    }
    if (performance.now() - seen.since < abandonedAfterMs) return false;
    await rm(claimFile, { force: true });
    return true;
  }
}

/** Creates the claim file; returns false if it exists. Throws where the folder cannot be written to. */
async function tryCreate(claimFile: string): Promise<boolean> {
  try {
    await (await open(claimFile, 'wx')).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
