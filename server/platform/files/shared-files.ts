import { isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * The files that all processes of the installation can read: received files of loads (`uploads/<folder>/<file>`) and
 * documents of reports (`reports/<file>`). Names have slashes on every machine; rows contain names, not paths.
 */
export interface SharedFiles {
  /** The path of a file or folder of this name on this machine's disk before it is shared. */
  here(name: string): string;
  /** Makes a complete file on this machine available to all processes. */
  share(name: string, signal?: AbortSignal): Promise<void>;
  /** Ends the work on a shared file on this machine: its local copy is removed now or by a later cleanup. */
  leave(name: string): Promise<void>;
  /** Bytes of a shared file; undefined if it does not exist. */
  size(name: string): Promise<number | undefined>;
  /** The content of a shared file. Throws `FileGoneError`, as does the stream if the file disappears meanwhile. */
  read(name: string): Promise<Readable>;
  /** A shared file as a local file, until it is disposed of. Throws `FileGoneError`. */
  fetch(name: string, signal?: AbortSignal): Promise<FetchedFile>;
  /** Removes a file, or a folder with its files, everywhere; does nothing if it does not exist. */
  remove(name: string): Promise<void>;
  /** The files and folders in a folder, including those that exist only on this machine. */
  list(folder: string): Promise<readonly ListedFile[]>;
  /** Rejects if the file storage does not respond. */
  check(): Promise<void>;
}

export interface FetchedFile extends AsyncDisposable {
  readonly path: string;
}

export interface ListedFile {
  /** The name within the folder. */
  readonly name: string;
  readonly changedAt: Date;
}

/** The folder of local working copies; an old copy belongs to a process that died. */
export const fetchedCopies = 'fetched';

/** A file no longer exists; the code is the system's for a missing file. */
export class FileGoneError extends Error {
  readonly code = 'ENOENT';

  constructor(name: string) {
    super(`There is no file ${name}.`);
    this.name = 'FileGoneError';
  }
}

/** Whether a name leads to a file below its folder, as a row of a forged backup may not. */
export const isSharedName = (name: string): boolean =>
  !name.split('/').some((part) => ['', '.', '..'].includes(part));

/**
 * The path of a shared file in a folder. Throws for a name that leads out of it or to the folder of other files, as a row
 * of a forged backup may have.
 */
export function placeIn(folder: string, name: string): string {
  if (!isSharedName(name)) throw new Error(`${name} is not the name of a shared file.`);
  return join(folder, name);
}

/** The local path of a row's file: from a shared name, or of a file that was never received, as in a command. */
export const placeHere = (files: SharedFiles, path: string): string =>
  isAbsolute(path) ? path : files.here(path);
