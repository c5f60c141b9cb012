import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { interfaceTexts } from './interface-texts.ts';
import { refusal, rewritten, type TextEdit } from './write-texts.ts';

/** The first line of a catalogue. An editor writes in the third column; other rows end after the second. */
const header = 'arquivo\ttexto\tnovo texto';

/** The content of each catalogue by its path, from the sources below `root`: each text of a file once, in order. */
export function catalogues(root = '.'): Map<string, string> {
  const texts = interfaceTexts(root);
  const rows = [...texts].flatMap(([file, ofFile]) =>
    [...new Set(ofFile.map(({ text }) => text))].toSorted().map((text) => ({ file, text })),
  );
  const byScreen = Map.groupBy(rows, ({ file }) => `texts/${screenOf(file)}.tsv`);
  return new Map(
    [...byScreen].map(([path, ofScreen]) => [
      path,
      `${[header, ...ofScreen.map(({ file, text }) => `${file}\t${cell(text)}`)].join('\n')}\n`,
    ]),
  );
}

/** The name of a feature, of a page or of the server's routes; elsewhere side and folder. */
export function screenOf(file: string): string {
  const [side = '', folder = '', name = ''] = file.split('/');
  const screen = folder === 'features' || folder === 'routes' ? name : `${side}-${folder}`;
  return screen.replace(/\.tsx?$/, '');
}

/** Brings the catalogues below `root` in step with the sources. While one holds a new text, returns a sentence about it. */
export function writeCatalogues(root = '.'): string | undefined {
  const [pending] = rowsOf(root).filter(({ text }) => text !== '');
  if (pending !== undefined)
    return `${pending.path} has new texts: run npm run texts -- --apply first.`;
  const now = catalogues(root);
  for (const path of cataloguePaths(root)) if (!now.has(path)) rmSync(`${root}/${path}`);
  mkdirSync(`${root}/texts`, { recursive: true });
  for (const [path, content] of now) writeFileSync(`${root}/${path}`, content);
  return undefined;
}

/** The catalogues below `root` that differ from the sources, are missing, or have no text any more. */
export function outdatedCatalogues(root = '.'): string[] {
  const now = catalogues(root);
  const paths = new Set([...now.keys(), ...cataloguePaths(root)]);
  return [...paths].filter(
    (path) =>
      !existsSync(`${root}/${path}`) || readFileSync(`${root}/${path}`, 'utf8') !== now.get(path),
  );
}

/** What `applyTexts` wrote: the changed files, and a sentence for each new text that cannot be written. */
export interface AppliedTexts {
  readonly files: readonly string[];
  readonly refused: readonly string[];
}

/**
 * Writes the new texts of the catalogues below `root` to the sources, each wherever its file has the old text, and
 * brings the catalogues in step. If one new text is refused, it changes nothing.
 */
export function applyTexts(root = '.'): AppliedTexts {
  const texts = interfaceTexts(root);
  const edits: (TextEdit & { readonly file: string })[] = [];
  const refused: string[] = [];
  for (const { path, file, old, text } of rowsOf(root)) {
    if (text === '' || text === old) continue;
    const found = texts.get(file)?.filter((one) => one.text === old) ?? [];
    const reasons = found.map((one) => refusal(one, text)).filter((reason) => reason !== undefined);
    if (found.length === 0) reasons.push(`${file} does not have this text`);
    if (reasons[0] !== undefined) refused.push(`${path}: ${old}: ${reasons[0]}`);
    else edits.push(...found.map((one) => ({ file, old: one, text })));
  }
  if (refused.length > 0) return { files: [], refused };
  const byFile = Map.groupBy(edits, ({ file }) => file);
  for (const [file, ofFile] of byFile) {
    const path = `${root}/${file}`;
    writeFileSync(path, rewritten(readFileSync(path, 'utf8'), ofFile));
  }
  for (const path of cataloguePaths(root)) rmSync(`${root}/${path}`);
  writeCatalogues(root);
  return { files: [...byFile.keys()], refused };
}

const cataloguePaths = (root: string): string[] =>
  globSync('texts/*.tsv', { cwd: root }).map((path) => path.replaceAll('\\', '/'));

const rowsOf = (root: string) =>
  cataloguePaths(root).flatMap((path) =>
    readFileSync(`${root}/${path}`, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((row) => {
        const [file = '', old = '', text = ''] = row.split('\t').map(cellText);
        return { path, file, old, text: text.trim() };
      })
      .filter(({ file }) => file !== '' && file !== 'arquivo'),
  );

/** Spreadsheets take a cell that begins with `"` for a quoted one, and write every cell with quotes in that form. */
const cell = (text: string): string =>
  text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text;
const cellText = (text: string): string =>
  /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
