import { createHash, timingSafeEqual } from 'node:crypto';
import { glob, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The SHA-256 of a content, in hexadecimal. */
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Compares two secrets in constant time. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

const readAtOnce = 256 * 1024;

/** The SHA-256 of a file's bytes, in hexadecimal. One buffer serves the whole file, which may have gigabytes. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await using file = await open(path);
  const buffer = Buffer.allocUnsafeSlow(readAtOnce);
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
  }
}

const root = join(import.meta.dirname, '../..');
const parts = ['{server,shared}/**/*.{ts,json}', 'package.json'];

let read: Promise<string> | undefined;

/**
 * SHA-256, hexadecimal, of the program's source code and tables: only the same build finds the files that it cached on
 * disk.
 * Computed once per process.
 */
export function ownCode(): Promise<string> {
  read ??= digest();
  return read;
}

const isTest = (path: string) => path.endsWith('.test.ts');

async function digest(): Promise<string> {
  const hash = createHash('sha256');
  const paths: string[] = [];
  for await (const path of glob(parts, { cwd: root, exclude: isTest })) paths.push(path);
  for (const path of paths.toSorted()) hash.update(path).update(await readFile(join(root, path)));
  return hash.digest('hex');
}
