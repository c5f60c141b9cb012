import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileKinds } from '../../../shared/contracts/uploads.ts';
import { readName } from '../../registry/sources/file-name.ts';
import type { NewUpload } from '../../registry/ingest/uploads.ts';
import { StartError } from '../../platform/start-error.ts';

type Files = NewUpload['files'];

const loadable = /\.(txt|csv|dat|7z|zip)$/i;

/**
 * Finds the named files and the loadable files below the named folders. Throws `StartError` for a path that does not
 * exist and for a folder without loadable files.
 */
export async function findFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => filesAt(resolve(path))));
  return [...new Set(found.flat())];
}

async function filesAt(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new StartError(`Não existe o arquivo ou a pasta ${path}.`);
  if (!stats.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && loadable.test(entry.name));
  if (files.length === 0) {
    throw new StartError(`A pasta ${path} não tem arquivos .txt, .csv, .dat, .7z nem .zip.`);
  }
  return files.map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Groups files into one upload per month, so that the three files of a month become one release. Months are ascending.
 * A file whose name has no month is a separate upload.
 */
export function groupByMonth(
  paths: readonly string[],
): { competencia: string | null; files: Files }[] {
  const groups = Map.groupBy(paths, (path) => readName(basename(path))?.month ?? path);
  return [...groups.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([month, group]) => ({
      competencia: /^\d{6}$/.test(month) ? month : null,
      files: group
        .toSorted((a, b) => kindOrder(a) - kindOrder(b))
        .map((path) => ({ path, name: basename(path), asked: {} })),
    }));
}

const kindOrder = (path: string) => fileKinds.indexOf(readName(basename(path))?.kind ?? 'EXC');
