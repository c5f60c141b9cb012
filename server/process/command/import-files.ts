import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { readdir, stat, copyFile, mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { queueUpload, type NewUpload, receivedFiles } from '../../registry/ingest/uploads.ts';
import type { CommandContext } from './context.ts';
import { followUploads } from './follow-uploads.ts';
import { fileKinds } from '../../../shared/contracts/uploads.ts';
import { readName } from '../../registry/sources/file-name.ts';
import { StartError } from '../../platform/errors.ts';

/**
 * Queues the files, one upload per month, and loads them. If a server has the data open, the server takes the uploads
 * from the same queue and this command only follows. Returns 1 when a file was refused or awaits approval; the other
 * months continue.
 */
export async function importFiles(
  context: CommandContext,
  paths: readonly string[],
): Promise<number> {
  const { config, store, clock } = context;
  const groups = groupByMonth(await findFiles(paths));
  const hasOtherMachines = config.databaseUrl !== undefined && config.clickhouseUrl !== undefined;
  const shared = hasOtherMachines ? await openFiles(config) : undefined;
  const ids: string[] = [];
  const begun = clock().getTime();
  for (const group of groups) {
    const files = shared === undefined ? group.files : await shareFiles(group.files, shared);
    const upload = { ...group, files, origin: 'command', createdBy: null } as const;
    // One millisecond apart: the oldest upload is loaded first, so months are loaded in order.
    ids.push(await queueUpload(store, upload, () => new Date(begun + ids.length)));
  }
  return followUploads(context, ids);
}

type Files = NewUpload['files'];

const loadable = /\.(txt|csv|dat|7z|zip)$/i;

/**
 * Finds the named files and the loadable files below the named folders. Throws `StartError` for a path that does not
 * exist and for a folder without loadable files.
 */
async function findFiles(paths: readonly string[]): Promise<string[]> {
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
function groupByMonth(paths: readonly string[]): { competencia: string | null; files: Files }[] {
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

/**
 * Copies files to the shared storage: with several processes any of them may load the files, and a local path is valid
 * on this machine only. They are removed after loading, as are files that users upload.
 */
export async function shareFiles(
  given: NewUpload['files'],
  files: SharedFiles,
): Promise<NewUpload['files']> {
  const folder = `${receivedFiles}/${randomUUID()}`;
  await mkdir(files.here(folder), { recursive: true, mode: 0o700 });
  const shared: NewUpload['files'][number][] = [];
  for (const [index, file] of given.entries()) {
    const path = `${folder}/${index}`;
    await copyFile(file.path, files.here(path));
    const { size: bytes } = await stat(files.here(path));
    await files.share(path);
    await files.leave(path);
    shared.push({ ...file, path, bytes });
  }
  return shared;
}
