import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sum } from 'd3-array';
import type { Logger } from 'pino';
import { z } from 'zod';
import { roomOf } from '../../platform/files/free-disk.ts';
import { ownCode, sha256 } from '../../platform/digest.ts';
import { ignoreMissing } from '../../platform/ignore-missing.ts';
import { referencesIdentity } from '../../reference/imported-references.ts';
import type { Release } from '../query/release.ts';

/** A cached response: its compressed body and its metadata. */
export interface CachedResponse {
  readonly packed: Buffer;
  readonly about: unknown;
}

/** The key of a response: a release and a serialised query. */
export interface ResponseKey {
  readonly release: Release;
  readonly key: string;
}

/**
 * Quotas of a release, in bytes: no response is added beyond them. Responses to users stop at half, so that precomputed
 * ones always have room.
 */
export const quotas = { precomputed: 2 ** 30, requested: 2 ** 29 };

const About = z.object({ key: z.string(), about: z.unknown() });

/**
 * Caches responses on disk. One folder per release, reference tables and build, so that a new process reuses what
 * others computed. Read errors count as misses, and write errors are logged.
 */
export function diskCacheIn(root: string, logger: Logger) {
  let stored: { readonly folder: string; bytes: number } | undefined;
  const put = async (
    folder: string,
    key: string,
    { packed, about }: CachedResponse,
    maxBytes: number,
  ): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const text = Buffer.concat([Buffer.from(`${JSON.stringify({ key, about })}\n`), packed]);
    const digest = Buffer.from(`${sha256(text)}\n`);
    const bytes = digest.length + text.length;
    if ((await roomOf(folder)) < bytes) return;
    const opened = await openFolder(folder);
    if (opened.bytes + bytes > maxBytes) return;
    opened.bytes += bytes;
    const path = join(folder, sha256(key));
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, Buffer.concat([digest, text]), { mode: 0o600 });
    await rename(draft, path);
  };
  const folderOf = async ({ number, publishedAt, batches, months }: Release): Promise<string> => {
    const of = [await ownCode(), referencesIdentity(), number, publishedAt, batches, months];
    return join(root, sha256(JSON.stringify(of)));
  };
  const openFolder = async (folder: string) => {
    if (stored?.folder === folder) return stored;
    const names = await readdir(folder);
    const sizes = await Promise.all(
      // A draft may be renamed meanwhile.
      names.map(async (name) => (await ignoreMissing(stat(join(folder, name))))?.size ?? 0),
    );
    // A concurrent call may have found the same files, and added one since.
    if (stored?.folder !== folder) stored = { folder, bytes: sum(sizes) };
    return stored;
  };

  return {
    /** Returns undefined on a miss or a read error. */
    find: async ({ release, key }: ResponseKey): Promise<CachedResponse | undefined> => {
      try {
        const path = join(await folderOf(release), sha256(key));
        const file = await ignoreMissing(readFile(path));
        return file && answerIn(file, key);
      } catch (error) {
        logger.warn({ err: error }, 'an answer on disk could not be read');
        return undefined;
      }
    },

    /**
     * Computes and caches a response. Skips caching if the reference tables changed during the computation, the release
     * reached `maxBytes`, or the disk is full. Rejects if `answer` rejects; a failed write is only logged.
     */
    compute: async <Answer>(
      { release, key }: ResponseKey,
      answer: () => Promise<Answer>,
      cached: (answer: Answer) => CachedResponse,
      maxBytes: number,
    ): Promise<Answer> => {
      const references = referencesIdentity();
      const answered = await answer();
      if (references === referencesIdentity()) {
        await put(await folderOf(release), key, cached(answered), maxBytes).catch(
          (error: unknown) => logger.warn({ err: error }, 'an answer could not be stored on disk'),
        );
      }
      return answered;
    },

    /** Removes the cached responses of other releases, reference tables and builds. */
    keepOnly: async (release: Release): Promise<void> => {
      const folderOfRelease = await folderOf(release);
      const names = (await ignoreMissing(readdir(root))) ?? [];
      for (const folder of names.map((name) => join(root, name))) {
        if (folder !== folderOfRelease) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

export type DiskCache = ReturnType<typeof diskCacheIn>;

/** Returns undefined if the file belongs to another query, or if its first line, a digest, does not match the rest. */
function answerIn(file: Buffer, expectedKey: string): CachedResponse | undefined {
  const [digest, text] = atFirstLine(file);
  if (digest.toString('latin1') !== sha256(text)) return undefined;
  const [head, packed] = atFirstLine(text);
  const { key, about } = About.parse(JSON.parse(head.toString('utf8')));
  return key === expectedKey ? { packed, about } : undefined;
}

function atFirstLine(bytes: Buffer): readonly [line: Buffer, rest: Buffer] {
  const end = bytes.indexOf('\n');
  return [bytes.subarray(0, end), bytes.subarray(end + 1)];
}
