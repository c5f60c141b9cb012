import { readFileSync, writeFileSync } from 'node:fs';
import { interfaceTexts, type InterfaceText } from './interface-texts.ts';

/** What `applyTexts` wrote: the number of texts, and a sentence for each row that it refused. */
export interface AppliedTexts {
  readonly changed: number;
  readonly refused: readonly string[];
}

/**
 * Writes edited texts to the sources below `root`. `list` has a text per line and tab-separated columns as `npm run
 * texts` prints them (screen, text, place), with the new text as a fourth column; other rows are skipped. A row whose
 * old text is no longer at its place, or that cannot be replaced by plain characters, is refused and changes nothing.
 */
export function applyTexts(list: string, root = '.'): AppliedTexts {
  const texts = interfaceTexts(root);
  const rows = list.split(/\r?\n/).map((row) => row.split('\t'));
  const edits: Edit[] = [];
  const refused: string[] = [];
  for (const [, old = '', place = '', given = ''] of rows) {
    const text = given.trim();
    if (text === '' || text === old) continue;
    const found = texts.filter((one) => one.text === old && `${one.file}:${one.line}` === place);
    const reason = found.length === 0 ? 'the old text is not there' : refusal(found, text, root);
    if (reason !== undefined) refused.push(`${place}: ${reason}: ${old}`);
    else edits.push(...found.map(({ file, span }) => ({ file, span, text })));
  }
  for (const [file, ofFile] of Map.groupBy(edits, (edit) => edit.file)) {
    let source = readFileSync(`${root}/${file}`, 'utf8');
    // From the last to the first, so that the places of the others stay as they were read.
    for (const { span = [0, 0], text } of ofFile.toSorted((a, b) => startOf(b) - startOf(a)))
      source = source.slice(0, span[0]) + text + source.slice(span[1]);
    writeFileSync(`${root}/${file}`, source);
  }
  return { changed: edits.length, refused };
}

type Edit = Pick<InterfaceText, 'file' | 'span' | 'text'>;
const startOf = ({ span }: Edit): number => span?.[0] ?? 0;

/** Characters that would end a text or need an escape where it stands: in quotes, in a template or between tags. */
const marks = { quoted: /[\\'"`]|\$\{/, tagged: /[<>{}&]/ };

function refusal(found: readonly InterfaceText[], text: string, root: string): string | undefined {
  for (const { file, span } of found) {
    if (span === undefined) return 'it has inserted values or escaped characters';
    const before = readFileSync(`${root}/${file}`, 'utf8').at(span[0] - 1) ?? '';
    const isQuoted = /['"`]/.test(before);
    if ((isQuoted ? marks.quoted : marks.tagged).test(text)) return 'the new text needs an escape';
  }
  return undefined;
}
