import type { FileKind } from '../../../shared/contracts/uploads.ts';

/** The app database's tables about the sources of months. */
export interface SourceTables {
  source_files: SourceFileTable;
}

/** The last file of a kind and month loaded from a source, as the source described it then. */
export interface SourceFileTable {
  /** The source's label: its address without secrets. */
  source: string;
  kind: FileKind;
  month: string;
  name: string;
  bytes: number | null;
  modified_at: string | null;
  hash: string | null;
  /** The SHA-256 of the file as received, compressed or not. */
  sha256: string;
  loaded_at: string;
}
