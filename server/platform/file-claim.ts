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
 * Of several processes that share a folder, only the one that created the claim file (the note) makes the file. Two may
 * hold a claim if one was treated as abandoned by mistake; then both make the same file, and the last one stays.
 */
export class FileClaims {
  /** The modification times of other processes' notes, and since when this process has seen them. */
  readonly #seen = new Map<string, { readonly touched: number; readonly since: number }>();

  /** Returns null while another process has the claim. The claim ends with its disposal. */
  async take(path: string): Promise<AsyncDisposable | null> {
    const note = `${path}${claimExtension}`;
    if (!(await written(note)) && !((await this.#isAbandoned(note)) && (await written(note))))
      return null;
    this.#seen.delete(note);
    // If the note is missing, another process treated the claim as abandoned, and the file is made twice.
    const renewing = every(() => {
      const now = new Date();
      void utimes(note, now, now).catch(() => undefined);
    }, renewEveryMs);
    renewing.unref();
    return {
      async [Symbol.asyncDispose]() {
        clearInterval(renewing);
        await rm(note, { force: true });
      },
    };
  }

  /** Clocks may differ: a note counts as abandoned when this process has seen it unchanged for `abandonedAfterMs`. */
  async #isAbandoned(note: string): Promise<boolean> {
    const touched = (await stat(note).catch(() => null))?.mtimeMs;
    // The note was removed meanwhile.
    if (touched === undefined) return true;
    const seen = this.#seen.get(note);
    if (seen?.touched !== touched) {
      this.#seen.set(note, { touched, since: performance.now() });
      return false;
    }
    if (performance.now() - seen.since < abandonedAfterMs) return false;
    await rm(note, { force: true });
    return true;
  }
}

/** Creates the note; returns false if it exists. Throws where the folder cannot be written to. */
async function written(note: string): Promise<boolean> {
  try {
    await (await open(note, 'wx')).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
