import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptFile } from './manifest.ts';

/**
 * The folders of `DATA_DIR` whose files are carried: documents of reports, and received files of loads. Letters of
 * the outbox hold links that open accounts, and halves of files that arrive in pieces are sent again: neither is.
 */
export const keptFolders = ['reports', 'uploads'] as const;

/** The files that are carried; what vanishes meanwhile is not among them. */
export async function describeFiles(dataDir: string): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (const folder of keptFolders) {
    for (const path of await pathsIn(dataDir, folder)) {
      const file = await describeFile(dataDir, path);
      if (file !== undefined) files.push(file);
    }
  }
  return files;
}

async function pathsIn(dataDir: string, folder: string): Promise<string[]> {
  const entries = await unlessGone(readdir(join(dataDir, folder), { withFileTypes: true }));
  const paths: string[] = [];
  for (const entry of entries ?? []) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) paths.push(...(await pathsIn(dataDir, path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths.toSorted();
}

const describeFile = (dataDir: string, path: string): Promise<KeptFile | undefined> =>
  unlessGone(digestOf(join(dataDir, path)).then((digest) => ({ path, ...digest })));

/** The size and the SHA-256 of a file. */
export async function digestOf(path: string): Promise<Omit<KeptFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Undefined where a file or folder is not there. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
