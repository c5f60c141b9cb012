import { isWanted, mayHold } from './choose-files.ts';
import { SourceFailure, type FailureCode } from './failures.ts';
import type { FoundFile, Search, SourceLimits } from './source.ts';

export interface Folder {
  readonly files: readonly FoundFile[];
  readonly folders: readonly { readonly name: string; readonly path: string }[];
}

const maxDepth = 6;

/** What a walk needs of a source: its first folder, its limits, and a function that reads one folder. */
export interface Tree {
  readonly root: string;
  readonly limits: SourceLimits;
  read(path: string): Promise<Folder>;
}

/**
 * The wanted files of a tree, folder by folder. The walk enters only folders that may contain them. The first folder
 * must exist and be accessible; a folder below it that is missing or not accessible is skipped.
 */
export async function walkTree(tree: Tree, search: Search): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const known = new Set([tree.root]);
  let entries = 0;
  let level = [tree.root];
  for (let depth = 0; level.length > 0 && depth <= maxDepth; depth += 1) {
    const below: string[] = [];
    for (const path of level) {
      search.signal.throwIfAborted();
      const { files, folders } = await readFolder(tree, path);
      entries += files.length + folders.length;
      if (entries > tree.limits.listEntries) throw new SourceFailure('fonte_lista_grande_demais');
      found.push(...files.filter(({ name }) => isWanted(name, search.months)));
      const entered = folders.filter((folder) => mayHold(folder.name, search.months));
      below.push(...entered.map((folder) => folder.path).filter((next) => !known.has(next)));
      for (const next of below) known.add(next);
      if (known.size > tree.limits.listFolders)
        throw new SourceFailure('fonte_lista_grande_demais');
    }
    level = below;
  }
  return found;
}

const closedCodes: ReadonlySet<FailureCode> = new Set([
  'fonte_pasta_ausente',
  'fonte_arquivo_ausente',
  'fonte_sem_autorizacao',
]);

async function readFolder(tree: Tree, path: string): Promise<Folder> {
  try {
    return await tree.read(path);
  } catch (error) {
    const isClosed = error instanceof SourceFailure && closedCodes.has(error.code);
    if (path === tree.root || !isClosed) throw error;
    return { files: [], folders: [] };
  }
}
