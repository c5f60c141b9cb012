import { access, constants, copyFile, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isLoadableName, readFileName } from '../../../shared/contracts/file-names.ts';
import { fileKinds } from '../../../shared/contracts/uploads.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { codeOf, StartError } from '../../platform/errors.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import type { Config } from '../installation/config.ts';
import { openMigratedStore } from '../installation/installation.ts';
import { queueUpload, receiveUpload, type NewFile } from '../../registry/ingest/uploads.ts';
import { followUploads, waitingUploads } from './follow-uploads.ts';

/**
 * Queues the files, one upload per month, and loads them. If a server has the data open, the server takes the uploads
 * from the same queue and this command only follows. Returns 1 when a file was refused or awaits approval; the other
 * months continue.
 */
export async function importFiles(config: Config, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) return 2;
  const groups = groupByMonth(await findFiles(paths));
  await using opened = new AsyncDisposableStack();
  const store = await openMigratedStore(config);
  opened.defer(() => store.close());
  const context = { config, store, clock: () => new Date() };
  const hasOtherMachines = config.databaseUrl !== undefined && config.clickhouseUrl !== undefined;
  const files = hasOtherMachines ? await openFiles(config) : undefined;
  const waiting = await waitingUploads(context);
  const ids: string[] = [];
  const begun = Date.now();
  for (const group of groups) {
    // One millisecond apart: the oldest upload is loaded first, so months are loaded in order.
    const later = () => new Date(begun + ids.length);
    ids.push(await queueFiles({ store, clock: later, files }, group));
  }
  return await followUploads(context, ids, waiting);
}

interface MonthOfFiles {
  /** Null for a file whose name has no month. */
  readonly competencia: string | null;
  readonly paths: readonly string[];
}

/**
 * Queues files of this machine as one upload. With shared files they are copied there: any process may load them, and a
 * local path is valid on this machine only. Copies are removed after loading, as are files that users upload.
 */
export async function queueFiles(
  { store, clock, files }: StoreAndClock & { readonly files: SharedFiles | undefined },
  { competencia, paths }: MonthOfFiles,
): Promise<string> {
  const upload = { origin: 'command', competencia, createdBy: null } as const;
  const given: NewFile[] = paths.map((path) => ({ path, name: basename(path), stated: {} }));
  if (files === undefined) return queueUpload(store, { ...upload, files: given }, clock);
  return receiveUpload({ store, clock, files }, async (folder) => {
    const copies = given.map((file, index) => ({ ...file, path: `${folder}/${index}` }));
    for (const [index, { path }] of copies.entries()) {
      await copyFile(paths[index] ?? path, files.here(path));
    }
    return { ...upload, files: await Promise.all(copies.map((file) => measured(file, files))) };
  });
}

async function measured(file: NewFile, files: SharedFiles): Promise<NewFile> {
  return { ...file, bytes: (await stat(files.here(file.path))).size };
}

/**
 * Finds the named files and the loadable files below the named folders. Throws `StartError` for a path that does not
 * exist, that this account may not read or that is a device or pipe, and for a folder without loadable files.
 */
async function findFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => filesAt(resolve(path))));
  const files = [...new Set(found.flat())];
  for (const path of files) {
    if (!(await stat(path).catch(asRefusal(path))).isFile()) {
      throw new StartError(
        `${path} é um link que não leva a um arquivo: tire-o da pasta e repita o comando.`,
      );
    }
    await access(path, constants.R_OK).catch(asRefusal(path));
  }
  return files;
}

async function filesAt(path: string): Promise<string[]> {
  const stats = await stat(path).catch(asRefusal(path));
  if (stats.isFile()) return [path];
  // A pipe can be read once only and may never end: it would hold up all later loads.
  if (!stats.isDirectory()) {
    throw new StartError(
      `${path} não é um arquivo nem uma pasta. Grave o conteúdo em um arquivo e repita o comando.`,
    );
  }
  const reading = readdir(path, { recursive: true, withFileTypes: true });
  const entries = await reading.catch(asRefusal(path));
  const files = entries.filter(
    (entry) => (entry.isFile() || entry.isSymbolicLink()) && isLoadableName(entry.name),
  );
  if (files.length === 0) {
    throw new StartError(`A pasta ${path} não tem arquivos .txt, .csv, .dat, .7z nem .zip.`);
  }
  return files.map((entry) => join(entry.parentPath, entry.name));
}

const asRefusal = (path: string) => (cause: unknown) => {
  throw new StartError(
    codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR'
      ? `Não existe o arquivo ou a pasta ${path}.`
      : `Não é possível ler ${path}: confira se este usuário pode ler o arquivo, ou a pasta e tudo o que está nela.`,
    { cause },
  );
};

/**
 * Groups files into one upload per month, so that the three files of a month become one release. Months are ascending.
 * A file whose name has no month is a separate upload.
 */
function groupByMonth(paths: readonly string[]): MonthOfFiles[] {
  const groups = Map.groupBy(paths, (path) => readFileName(basename(path))?.month ?? path);
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([month, group]) => ({
      competencia: /^\d{6}$/.test(month) ? month : null,
      paths: group.toSorted((a, b) => kindOrder(a) - kindOrder(b)),
    }));
}

const kindOrder = (path: string) => fileKinds.indexOf(readFileName(basename(path))?.kind ?? 'EXC');
