import type { FileKind } from '../../../shared/contracts/uploads.ts';

/** What a source tells of one version of a file, as far as it tells; two equal ones hold the same bytes. */
export interface FileVersion {
  readonly bytes: number | null;
  /** ISO-8601 UTC. */
  readonly modifiedAt: string | null;
  /** `md5:…`, `sha256:…` or `etag:…`. */
  readonly hash: string | null;
}

/** A file of a source, by its name alone: what kind and month it is, nobody knows yet. */
export interface FoundFile extends FileVersion {
  readonly name: string;
  /** The source's own way to name it; may carry a signature, so it is never shown to people. */
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
  /** A file beyond this is refused, before its bytes come where the source tells the size. */
  readonly maxBytes?: number | undefined;
}

export interface Downloaded {
  readonly sha256: string;
  readonly bytes: number;
}

/** A place that months are fetched from: a folder, an FTP or HTTP server, a bucket, a Drive folder. */
export interface Source {
  /** The address as people may see it, without password, key and query. */
  readonly label: string;
  /**
   * The MOV, FOR and EXC files found in the source's tree, one for each kind and month, by month and kind. Folders
   * named Legado are left aside, and so are those below the first that are missing or closed.
   */
  list(options?: ListOptions): Promise<SourceFile[]>;
  /**
   * Brings the file to `target` whole or not at all. What comes is kept beside it in `target.part`, which a later
   * call continues where the source still has the same version.
   */
  download(file: SourceFile, target: string, options?: DownloadOptions): Promise<Downloaded>;
}

export interface SourceLimits {
  /** A server that says nothing for this long is given up, and tried again. */
  readonly silenceMs: number;
  /** The whole of a listing. */
  readonly listMs: number;
  /** One page of a listing. */
  readonly listPageBytes: number;
  readonly listEntries: number;
  readonly listFolders: number;
  /** Failures in a row, with next to nothing between them, after which a call gives up. */
  readonly attempts: number;
  /** The first wait between attempts; each next one doubles, up to thirty seconds. */
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

/** What of a file is already on disk, and which version it was. */
export interface Received {
  readonly bytes: number;
  readonly version: FileVersion;
}

/** The bytes of a file from `start`, which is the place asked for or 0 when the source begins anew. */
export interface OpenedFile {
  readonly version: FileVersion;
  readonly start: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What each kind of source does by itself; `offeredBy` makes a `Source` of it. */
export interface Reader {
  /** Every file that may be of the registry; the choice among them is not its business. */
  find(search: Search): Promise<FoundFile[]>;
  /** The signal ends the transfer at any time, after which nothing of it stays open. */
  open(file: SourceFile, received: Received | undefined, signal: AbortSignal): Promise<OpenedFile>;
}

/**
 * Whether both are known to be the same version: by hash where both have one, else by size and time. Without a
 * hash or a time nothing is known.
 */
export function isSameVersion(one: FileVersion, other: FileVersion): boolean {
  if (one.bytes !== other.bytes) return false;
  if (one.hash !== null && other.hash !== null) return one.hash === other.hash;
  return one.modifiedAt !== null && one.modifiedAt === other.modifiedAt;
}
