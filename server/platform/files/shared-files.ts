import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * The files that every process of the installation can read: received files of loads (`uploads/<folder>/<file>`) and
 * documents of reports (`reports/<file>`). A name has slashes, whatever the machine; rows keep names, not paths.
 */
export interface SharedFiles {
  /** Where a file or folder of this name lies on this machine's disk before it is shared. */
  here(name: string): string;
  /** Gives a file that lies here, whole, to every process. */
  share(name: string, signal?: AbortSignal): Promise<void>;
  /** Ends the work on a shared file here: a copy that only this machine has goes, now or when it is swept. */
  leave(name: string): Promise<void>;
  /** Bytes of a shared file; undefined where there is none. */
  size(name: string): Promise<number | undefined>;
  /** The content of a shared file; throws `FileGoneError`, as the stream does where it goes meanwhile. */
  read(name: string): Promise<Readable>;
  /** A shared file as one of this machine's disk, until it is disposed of; throws `FileGoneError`. */
  fetch(name: string, signal?: AbortSignal): Promise<FetchedFile>;
  /** Removes a file, or a folder with its files, from everywhere; nothing happens where there is none. */
  remove(name: string): Promise<void>;
  /** What lies in a folder, files and folders alike, what is only on this machine included. */
  list(folder: string): Promise<readonly ListedFile[]>;
  /** Rejects when the place of the files does not answer. */
  check(): Promise<void>;
}

export interface FetchedFile extends AsyncDisposable {
  readonly path: string;
}

export interface ListedFile {
  /** Within the folder. */
  readonly name: string;
  readonly changedAt: Date;
}

/** The folder of copies that are worked on here; one that is old is of a process that died. */
export const fetchedCopies = 'fetched';

/** A file that is not there any more; its code is the system's for a missing file. */
export class FileGoneError extends Error {
  readonly code = 'ENOENT';

  constructor(name: string) {
    super(`There is no file ${name}.`);
    this.name = 'FileGoneError';
  }
}

/**
 * Where a row's file lies on this machine's disk: a shared name, or the path of a file that was never received, as one
 * given to the command.
 */
export const placeHere = (files: SharedFiles, path: string): string =>
  isAbsolute(path) ? path : files.here(path);
