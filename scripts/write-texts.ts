import type { InterfaceText } from './interface-texts.ts';
import { entities, type Inserted, type Piece } from './text-syntax.ts';

/** A new text, as a catalogue shows it, for a text of a file. */
export interface TextEdit {
  readonly old: InterfaceText;
  readonly text: string;
}

/**
 * `source` with its edited texts, each in the form that its place needs: quotes and backquotes with escapes, tags and
 * attributes with entities. Inserted values stand where the new text has them. Throws the reason in a sentence if a new
 * text cannot be written (`refusal`).
 */
export function rewritten(source: string, edits: readonly TextEdit[]): string {
  const write = (start: number, end: number): string => {
    let text = '';
    let at = start;
    for (const { old, text: given } of inOrder) {
      if (old.start < at || old.end > end) continue;
      const values = (value: Inserted) => write(value.start, value.end);
      text += source.slice(at, old.start) + newSource(old, given, source, values);
      at = old.end;
    }
    return text + source.slice(at, end);
  };
  // An element comes before the texts inside its inserted values, which are written with those values.
  const inOrder = edits.toSorted((a, b) => a.old.start - b.old.start || b.old.end - a.old.end);
  return write(0, source.length);
}

/** Why `text` cannot take the place of `old`, in a sentence; undefined if it can. */
export function refusal(old: InterfaceText, text: string): string | undefined {
  const names = old.pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
  const own = old.pieces.filter((piece) => typeof piece === 'string').join('');
  const given = partsOf(old, text);
  const used = given.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
  if (used.toSorted().join() !== names.toSorted().join())
    return `each inserted value must stand once: ${names.map((name) => `{${name}}`).join(' ')}`;
  const words = given.filter((piece) => typeof piece === 'string').join('');
  if (/[{}]/.test(words) && !/[{}]/.test(own)) return 'it has a { or } that is no inserted value';
  if (/[\n\t]/.test(words) && (old.kind === 'element' || old.kind === 'attribute'))
    return 'it cannot have a line break or a tab';
  return undefined;
}

/** The parts of a new text: its characters, and the inserted values of the text that it replaces. */
function partsOf({ pieces }: InterfaceText, text: string): Piece[] {
  const values = new Map(
    pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [[`{${piece.name}}`, piece]])),
  );
  return text.split(/(\{[^{}]*\})/).map((part) => values.get(part) ?? unescaped(part));
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([\\nt])/g, (_, mark: string) => ({ n: '\n', t: '\t' })[mark] ?? mark);

/** The characters of a file for `text` at the place of `old`, with the white space around `old`. */
function newSource(
  old: InterfaceText,
  text: string,
  source: string,
  valueSource: (value: Inserted) => string,
): string {
  const reason = refusal(old, text);
  if (reason !== undefined) throw new Error(reason);
  const [first, last] = [old.pieces.at(0), old.pieces.at(-1)];
  const before = typeof first === 'string' ? (/^\s*/.exec(first)?.[0] ?? '') : '';
  const after = typeof last === 'string' ? (/\s*$/.exec(last)?.[0] ?? '') : '';
  return [before, ...partsOf(old, text), after]
    .map((part) => {
      if (typeof part === 'string') return written(part, old, source);
      return old.kind === 'template' ? `\${${valueSource(part)}}` : valueSource(part);
    })
    .join('');
}

function written(text: string, { kind, start, end }: InterfaceText, source: string): string {
  const quote = source.charAt(start - 1);
  if (kind === 'element' || kind === 'attribute') {
    const special = kind === 'element' ? '&<>{}\u00a0' : `&${quote}\u00a0`;
    return Array.from(text, (c) => (special.includes(c) ? entities.get(c) : c)).join('');
  }
  const lines = source.slice(start, end).includes('\n') ? '\n' : '\\n';
  const marked = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return (kind === 'template' ? marked.replaceAll('${', '\\${') : marked)
    .replaceAll('\n', lines)
    .replaceAll('\t', '\\t')
    .replaceAll('\u00a0', '\\u00a0');
}
