import { fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';
import type { FileVersion, SourceFile } from './source.ts';

/** A loaded file, with the version that the source offered as far as it is known. */
export interface LoadedFile extends FileVersion {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  readonly name: string;
}

export type NewsState = 'nova' | 'alterada' | 'igual' | 'só carregada';

/** What a source has of a kind and month, and what is loaded of it; at least one of the two is not null. */
export interface News {
  readonly kind: FileKind;
  readonly month: string;
  readonly state: NewsState;
  readonly file: SourceFile | null;
  readonly loaded: LoadedFile | null;
}

/**
 * Compares what a source lists with what is loaded, newest month first. Pass both for the same months: a file that is
 * loaded and not listed is `só carregada`. A file has changed if its name, size or hash differs, or its time if the two
 * have no hash of the same kind; an unknown value never differs. Loading an unchanged file again does no harm.
 */
export function compareWithLoaded(
  sourceFiles: readonly SourceFile[],
  loaded: readonly LoadedFile[],
): News[] {
  const offered = new Map(sourceFiles.map((file) => [keyOf(file), file]));
  const known = new Map(loaded.map((file) => [keyOf(file), file]));
  const keys = [...new Set([...offered.keys(), ...known.keys()])];
  return keys
    .toSorted((a, b) => (a < b ? 1 : -1))
    .flatMap((key): News[] => {
      const file = offered.get(key) ?? null;
      const own = known.get(key) ?? null;
      const either = file ?? own;
      if (either === null) return [];
      const { kind, month } = either;
      return [{ kind, month, state: stateOf(file, own), file, loaded: own }];
    });
}

// With this key, MOV precedes FOR and EXC when months are sorted in descending order.
const keyOf = ({ kind, month }: { kind: FileKind; month: string }) =>
  `${month}${fileKinds.length - fileKinds.indexOf(kind)}`;

function stateOf(file: SourceFile | null, loaded: LoadedFile | null): NewsState {
  if (file === null) return 'só carregada';
  if (loaded === null) return 'nova';
  return isChanged(file, loaded) ? 'alterada' : 'igual';
}

function isChanged(file: SourceFile, loaded: LoadedFile): boolean {
  if (file.name.toLowerCase() !== loaded.name.toLowerCase()) return true;
  if (differs(file.bytes, loaded.bytes)) return true;
  const hasOneHash = file.hash !== null && kindOfHash(file) === kindOfHash(loaded);
  return hasOneHash ? file.hash !== loaded.hash : differs(file.modifiedAt, loaded.modifiedAt);
}

const differs = <Value>(one: Value | null, other: Value | null) =>
  one !== null && other !== null && one !== other;

// `md5:…` and `etag:…` of the same content cannot be compared.
const kindOfHash = ({ hash }: FileVersion) => hash?.slice(0, hash.indexOf(':')) ?? '';
