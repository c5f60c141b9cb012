import type { FileKind } from '../../../shared/contracts/uploads.ts';

/** What the app database remembers of the places that months are fetched from. */
export interface SourceTables {
  source_files: SourceFileTable;
}

/** The file last loaded of a kind and month from a source, as the source described it then. */
export interface SourceFileTable {
  /** The source's label: its address without secrets. */
  source: string;
  kind: FileKind;
  month: string;
  name: string;
  bytes: number | null;
  modified_at: string | null;
  hash: string | null;
  /** Of the file as it came, packed or not. */
  sha256: string;
  loaded_at: string;
}
