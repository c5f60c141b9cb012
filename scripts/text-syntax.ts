/** How a text is written: in quotes, in backquotes, as the value of an attribute, or between two tags. */
export type TextKind = 'string' | 'template' | 'attribute' | 'element';

/** A value that the program inserts: the name that a catalogue shows, and its place in the file. */
export interface Inserted {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}
export type Piece = string | Inserted;

export type Syntax = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
} & Readonly<Record<string, unknown>>;

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value;
export const partsOf = (value: unknown): Syntax[] => [value].flat().filter(isSyntax);

/** The texts and inserted values of a template or an element, each value with a name that is unique in it. */
export function namedPieces(parts: readonly (string | Syntax)[]): Piece[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    const name = nameOf(part);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    // The point keeps the second `n` apart from a value that is called `n2`.
    const own = count === 1 ? name : `${name}.${count}`;
    return { name: own, start: part.start, end: part.end };
  });
}

/** The fields of a value's syntax that have its most descriptive word. */
const naming: Readonly<Record<string, readonly string[]>> = {
  JSXExpressionContainer: ['expression'],
  JSXElement: ['openingElement'],
  JSXOpeningElement: ['name'],
  MemberExpression: ['property'],
  CallExpression: ['arguments', 'callee'],
};

/** The variable, field or tag that describes a value best; `…` for a value without a name. */
function nameOf(node: Syntax): string {
  if (node.type.endsWith('Identifier')) return String(node['name']);
  const below = node['computed'] === true ? ['object'] : (naming[node.type] ?? []);
  const names = below.map((name) => partsOf(node[name])[0]).map((part) => part && nameOf(part));
  return names.find((name) => name !== undefined && name !== '…') ?? '…';
}

/**
 * The text between an element's tags, without white space at its ends; undefined if no child is plain text. Lines are
 * joined as JSX joins them, and `{' '}` is a space.
 */
export function readElement(
  node: Syntax,
  source: string,
): { start: number; end: number; pieces: Piece[] } | undefined {
  const children = partsOf(node['children']);
  const isBlank = (child: Syntax) => writtenText(child)?.trim() === '';
  const first = children.findIndex((child) => !isBlank(child));
  const last = children.findLastIndex((child) => !isBlank(child));
  const shown = children.slice(first, last + 1);
  if (!shown.some((child) => child.type === 'JSXText' && /\p{L}/u.test(writtenText(child) ?? '')))
    return undefined;
  const [head, tail] = [shown.at(0), shown.at(-1)];
  if (head === undefined || tail === undefined) return undefined;
  const joined: (string | Syntax)[] = [];
  for (const child of shown) {
    const text = writtenText(child);
    const before = joined.at(-1);
    if (text === undefined) joined.push(child);
    else if (typeof before === 'string') joined[joined.length - 1] = before + text;
    else joined.push(text);
  }
  const pieces = namedPieces(joined);
  if (typeof pieces[0] === 'string') pieces[0] = pieces[0].trimStart();
  const end = pieces.length - 1;
  if (typeof pieces[end] === 'string') pieces[end] = pieces[end].trimEnd();
  return {
    start: head.start + leading(head, source),
    end: tail.end - trailing(tail, source),
    pieces,
  };
}

const raw = (node: Syntax): string => String(node['value']);
const leading = ({ type, start, end }: Syntax, source: string): number =>
  type === 'JSXText' ? (/^\s*/.exec(source.slice(start, end))?.[0].length ?? 0) : 0;
const trailing = ({ type, start, end }: Syntax, source: string): number =>
  type === 'JSXText' ? (/\s*$/.exec(source.slice(start, end))?.[0].length ?? 0) : 0;

/** The characters of a child that is text or a space in braces; undefined for an inserted value. */
function writtenText(child: Syntax): string | undefined {
  if (child.type === 'JSXText') return withoutEntities(joinedLines(raw(child)));
  const inner = partsOf(child['expression'])[0];
  return child.type === 'JSXExpressionContainer' && inner?.['value'] === ' ' ? ' ' : undefined;
}

/** JSX drops the white space around a line break, and lines without text. */
function joinedLines(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines
    .map((line, at) => {
      const cut = at === 0 ? line : line.replace(/^[ \t]+/, '');
      return at === lines.length - 1 ? cut : cut.replace(/[ \t]+$/, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}

/** Characters that a text between tags or in an attribute needs in another form. */
export const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['{', '&#123;'],
  ['}', '&#125;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['\u00a0', '&nbsp;'],
]);

/** Decodes the entities of a text, which the parser leaves as they are written. */
export const withoutEntities = (text: string): string =>
  text.replaceAll(/&#?\w+;/g, (entity) => {
    for (const [mark, name] of entities) if (name === entity) return mark;
    throw new Error(`Write the character itself in place of ${entity}.`);
  });

/** A text as catalogues show it: on one line, without white space at its ends. */
export const shownText = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece, at) => {
      if (typeof piece !== 'string') return `{${piece.name}}`;
      const cut = at === 0 ? piece.trimStart() : piece;
      return escaped(at === pieces.length - 1 ? cut.trimEnd() : cut);
    })
    .join('');

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(/\r?\n/g, '\\n').replaceAll('\t', '\\t');
