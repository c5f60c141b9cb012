import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from 'pino';
import { roomOf } from '../platform/files/free-disk.ts';
import { ownCode } from '../platform/own-code.ts';
import { unlessGone } from '../platform/unless-gone.ts';
import { sha256 } from '../platform/sha256.ts';
import { referencesIdentity } from '../reference/imported-references.ts';
import type { Release } from './release.ts';

/** What is found of an answer: its packed text, and what stands beside it. */
export interface ShelvedAnswer {
  readonly packed: Buffer;
  readonly about: unknown;
}

/** A question of one release, in one form. */
export interface AskedAnswer {
  readonly release: Release;
  readonly key: string;
}

/** Kept of a release at most. */
const mostBytes = 2 ** 30;

const About = z.object({ key: z.string(), about: z.unknown() });

/**
 * Answers in files, a folder for what was answered of one release, with the same reference tables, by the same program:
 * a process that starts finds what others have answered. What cannot be read or written is answered anew.
 */
export class AnswerShelf {
  readonly #folder: string;
  readonly #logger: Logger;
  #kept: { readonly folder: string; bytes: number } | undefined;

  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  /** Undefined where it was not kept. */
  async find({ release, key }: AskedAnswer): Promise<ShelvedAnswer | undefined> {
    try {
      const path = join(await this.#folderOf(release), sha256(key));
      const file = await unlessGone(readFile(path));
      return file && answerIn(file, key);
    } catch (error) {
      this.#logger.warn({ err: error }, 'an answer on disk could not be read');
      return undefined;
    }
  }

  /**
   * Answers and keeps the answer: not where the reference tables changed meanwhile, the release has its share of the
   * disk, or the disk no room. Rejects as `answer` does, and for nothing else.
   */
  async keep<Answer>(
    { release, key }: AskedAnswer,
    answer: () => Promise<Answer>,
    shelved: (answer: Answer) => ShelvedAnswer,
  ): Promise<Answer> {
    const references = referencesIdentity();
    const answered = await answer();
    if (references === referencesIdentity()) {
      await this.#put(await this.#folderOf(release), key, shelved(answered)).catch(
        (error: unknown) =>
          this.#logger.warn({ err: error }, 'an answer could not be kept on disk'),
      );
    }
    return answered;
  }

  /** Removes what was answered of other releases, and by other programs. */
  async keepOnly(release: Release): Promise<void> {
    const own = await this.#folderOf(release);
    const names = (await unlessGone(readdir(this.#folder))) ?? [];
    for (const folder of names.map((name) => join(this.#folder, name))) {
      if (folder !== own) await rm(folder, { recursive: true, force: true });
    }
  }

  async #put(folder: string, key: string, { packed, about }: ShelvedAnswer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const text = Buffer.concat([Buffer.from(`${JSON.stringify({ key, about })}\n`), packed]);
    const digest = Buffer.from(`${sha256(text)}\n`);
    const bytes = digest.length + text.length;
    const kept = await this.#keptIn(folder);
    if (kept.bytes + bytes > mostBytes || (await roomOf(folder)) < bytes) return;
    kept.bytes += bytes;
    const path = join(folder, sha256(key));
    const own = `${path}.${process.pid}`;
    await writeFile(own, Buffer.concat([digest, text]), { mode: 0o600 });
    await rename(own, path);
  }

  async #folderOf({ number, publishedAt, batches, months }: Release): Promise<string> {
    const of = [await ownCode(), referencesIdentity(), number, publishedAt, batches, months];
    return join(this.#folder, sha256(JSON.stringify(of)));
  }

  async #keptIn(folder: string) {
    if (this.#kept?.folder === folder) return this.#kept;
    const names = await readdir(folder);
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(join(folder, name))).size),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return (this.#kept = { folder, bytes });
  }
}

/** Undefined where the file is of another question, or not as it was written: its first line is the digest of the rest. */
function answerIn(file: Buffer, asked: string): ShelvedAnswer | undefined {
  const [digest, text] = atFirstLine(file);
  if (digest.toString('latin1') !== sha256(text)) return undefined;
  const [head, packed] = atFirstLine(text);
  const { key, about } = About.parse(JSON.parse(head.toString('utf8')));
  return key === asked ? { packed, about } : undefined;
}

function atFirstLine(bytes: Buffer): readonly [line: Buffer, rest: Buffer] {
  const end = bytes.indexOf('\n');
  return [bytes.subarray(0, end), bytes.subarray(end + 1)];
}
