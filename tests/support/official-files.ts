import { mkdtemp, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFileName } from '../../shared/contracts/file-names.ts';
import { openText } from '../../server/registry/ingest/open-text.ts';
import type { OfficialText } from './recompute.ts';
import { runFolder } from './temporary-root.ts';

const folder = join(import.meta.dirname, '../../../shared/data/caged');
const names = [
  'CAGEDFOR202307.7z',
  'CAGEDEXC202307.7z',
  'amostra-CAGEDMOV202604.csv',
  'amostra-CAGEDFOR202604.csv',
  'amostra-CAGEDEXC202604.csv',
];

/** MTE's own files, if they are next to the project; they are not part of it, so there may be none. */
export const officialFiles: readonly string[] = names
  .map((name) => join(folder, name))
  .filter((path) => existsSync(path));

/** The same files as plain text. */
export async function officialTexts(): Promise<OfficialText[]> {
  const target = await mkdtemp(join(runFolder(), 'caged-official-'));
  return Promise.all(
    officialFiles.map(async (file) => {
      const kind = readFileName(basename(file))?.kind;
      if (kind === undefined) throw new Error(`${file} has a name that says nothing.`);
      const path = join(target, `${basename(file)}.txt`);
      const { chunks } = await openText(file, { maxBytes: 2 ** 30 });
      await writeFile(path, chunks);
      return { kind, path };
    }),
  );
}
