import { open, rm, stat, utimes } from 'node:fs/promises';
import { setInterval as every } from 'node:timers';

/** Whoever holds a claim says so at least as often; of whom nothing is heard for so long is taken to be gone. */
const renewEveryMs = 5_000;
const patienceMs = 30_000;

export const claimExtension = '.making';

/**
 * Of several processes that share a folder one makes a file: whoever has written the note beside it. Two may hold it
 * where one was so long silent that it was taken for gone; then both make the same file, and the last one stays.
 */
export class FileClaims {
  /** What was seen of others' notes, and since when. */
  readonly #seen = new Map<string, { readonly touched: number; readonly since: number }>();

  /** Null while another process has it. The claim ends with its disposal. */
  async take(path: string): Promise<AsyncDisposable | null> {
    const note = `${path}${claimExtension}`;
    if (!(await written(note)) && !((await this.#isAbandoned(note)) && (await written(note))))
      return null;
    this.#seen.delete(note);
    const renewing = every(() => void touch(note), renewEveryMs);
    renewing.unref();
    return {
      async [Symbol.asyncDispose]() {
        clearInterval(renewing);
        await rm(note, { force: true });
      },
    };
  }

  /** Clocks may differ: a note counts as silent when this process has seen it unchanged for so long. */
  async #isAbandoned(note: string): Promise<boolean> {
    const touched = (await stat(note).catch(() => null))?.mtimeMs;
    // It has gone meanwhile.
    if (touched === undefined) return true;
    const seen = this.#seen.get(note);
    if (seen?.touched !== touched) {
      this.#seen.set(note, { touched, since: performance.now() });
      return false;
    }
    if (performance.now() - seen.since < patienceMs) return false;
    await rm(note, { force: true });
    return true;
  }
}

/** Whether the note was not there and is now. Throws where the folder cannot be written to. */
async function written(note: string): Promise<boolean> {
  try {
    await (await open(note, 'wx')).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A note that is gone was taken for abandoned: the file is made twice. */
async function touch(note: string): Promise<void> {
  const now = new Date();
  await utimes(note, now, now).catch(() => undefined);
}
