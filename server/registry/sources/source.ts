import { z } from 'zod';
import type { FileKind } from '../../../shared/contracts/uploads.ts';

/** What a source states about one version of a file; two equal ones contain the same bytes. */
export const FileVersion = z.object({
  bytes: z.number().nullable(),
  /** ISO-8601 UTC. */
  modifiedAt: z.string().nullable(),
  /** `md5:…`, `sha256:…` or `etag:…`. */
  hash: z.string().nullable(),
});
export type FileVersion = Readonly<z.infer<typeof FileVersion>>;

/** A file of a source, known only by its name: its kind and month are not determined yet. */
export interface FoundFile extends FileVersion {
  readonly name: string;
  /** The source's own identifier of the file. It may contain a signature, so users never see it. */
  readonly path: string;
}

/** The file that a source offers for a kind and a month. */
export interface SourceFile extends FoundFile {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
}

export interface ListOptions {
  readonly signal?: AbortSignal | undefined;
  /** AAAAMM; without it, every month of the source. */
  readonly months?: readonly string[] | undefined;
}

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes on disk so far, those of an earlier attempt included. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** A larger file is refused, before any byte is received if the source states the size. */
  readonly maxBytes?: number | undefined;
}

export interface Downloaded {
  readonly sha256: string;
  readonly bytes: number;
}

/** A place from which months are fetched: a folder, an FTP or HTTP server, a bucket, a Drive folder. */
export interface Source {
  /** The address as users may see it, without password, key and query. */
  readonly label: string;
  /**
   * The MOV, FOR and EXC files found in the source's tree, one for each kind and month, sorted by month and kind.
   * Folders named Legado are skipped, and so are folders below the first one that are missing or not accessible.
   */
  list(options?: ListOptions): Promise<SourceFile[]>;
  /**
   * Downloads the file to `target`, completely or not at all. The received bytes are stored beside it in `target.part`,
   * from which a later call continues if the source still has the same version.
   */
  download(file: SourceFile, target: string, options?: DownloadOptions): Promise<Downloaded>;
}

export interface SourceLimits {
  /** Time after which an attempt with a silent server is aborted and tried again, in milliseconds. */
  readonly silenceMs: number;
  /** Maximum time for a whole listing, in milliseconds. */
  readonly listMs: number;
  /** Maximum size of one page of a listing, in bytes. */
  readonly listPageBytes: number;
  readonly listEntries: number;
  readonly listFolders: number;
  /** Number of failures in a row, without progress between them, after which a call gives up. */
  readonly attempts: number;
  /** The first wait between attempts, in milliseconds; each further one doubles, up to thirty seconds. */
  readonly backOffMs: number;
}

export const defaultLimits: SourceLimits = {
  silenceMs: 30_000,
  listMs: 300_000,
  listPageBytes: 5_000_000,
  listEntries: 100_000,
  listFolders: 2_000,
  attempts: 5,
  backOffMs: 1_000,
};

export interface Search {
  readonly signal: AbortSignal;
  readonly months: ReadonlySet<string> | undefined;
}

/** How much of a file is already on disk, and its version. */
export interface Received {
  readonly bytes: number;
  readonly version: FileVersion;
}

/** The bytes of a file from `start`, which is the requested position, or 0 if the source starts from the beginning. */
export interface OpenedFile {
  readonly version: FileVersion;
  readonly start: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The operations that differ between kinds of sources; `openSource` creates a `Source` from them. */
export interface Reader {
  /** Every file that may belong to the registry; the caller chooses among them. */
  find(search: Search): Promise<FoundFile[]>;
  /** The signal aborts the transfer at any time, after which nothing of it stays open. */
  open(file: SourceFile, received: Received | undefined, signal: AbortSignal): Promise<OpenedFile>;
}

/**
 * Whether both are known to be the same version: by size and hash if both have a hash, else by size and time. Without a
 * hash or a time, they do not count as the same.
 */
export function isSameVersion(one: FileVersion, other: FileVersion): boolean {
  if (one.bytes !== other.bytes) return false;
  if (one.hash !== null && other.hash !== null) return one.hash === other.hash;
  return one.modifiedAt !== null && one.modifiedAt === other.modifiedAt;
}
