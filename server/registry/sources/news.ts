import type { Store } from '../../platform/store/store.ts';
import type { Downloaded, FileVersion, SourceFile } from './source.ts';
import { fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';

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
  return [...new Map<string, Pick<News, 'kind' | 'month'>>([...known, ...offered])]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([key, { kind, month }]) => {
      const file = offered.get(key) ?? null;
      const before = known.get(key) ?? null;
      return { kind, month, state: stateOf(file, before), file, loaded: before };
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

/**
 * Records that a file of the source with this label was loaded, as the source described it in its listing, so that a
 * later listing shows whether it changed. Call this when the load is published.
 */
export async function rememberLoaded(
  { db }: Store,
  source: string,
  { kind, month, ...file }: LoadedFile & Pick<Downloaded, 'sha256'>,
  clock: () => Date,
): Promise<void> {
  const result = {
    name: file.name,
    bytes: file.bytes,
    modified_at: file.modifiedAt,
    hash: file.hash,
    sha256: file.sha256,
    loaded_at: clock().toISOString(),
  };
  await db
    .insertInto('source_files')
    .values({ source, kind, month, ...result })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'month']).doUpdateSet(result))
    .execute();
}

/**
 * The loaded files, as the source with this label described them. A published file that was loaded another way has only
 * its name and size; demonstration data does not count. Files that an administrator rolled back stay recorded, so that
 * they are not offered as new.
 */
export async function loadedFromSource({ db }: Store, source: string): Promise<LoadedFile[]> {
  const remembered = await db
    .selectFrom('source_files')
    .select(['kind', 'month', 'name', 'bytes', 'modified_at as modifiedAt', 'hash'])
    .where('source', '=', source)
    .execute();
  const published = await db
    .selectFrom('current_release')
    .innerJoin('releases', 'releases.number', 'current_release.release')
    .innerJoin('release_files', 'release_files.release', 'releases.number')
    .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
    .select([
      'release_files.kind',
      'release_files.month',
      'upload_files.name',
      'upload_files.bytes',
    ])
    .where('releases.is_synthetic', '=', 0)
    .execute();
  const known = new Set(remembered.map(({ kind, month }) => kind + month));
  const others = published
    .filter(({ kind, month }) => !known.has(kind + month))
    .map((file) => ({ ...file, modifiedAt: null, hash: null }));
  return [...remembered, ...others];
}
