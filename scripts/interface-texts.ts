import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A text that a user can read, and where an editor changes it. */
export interface InterfaceText {
  /** The folder of a feature or of the server's routes, the name of a page, or the folder of other texts. */
  readonly screen: string;
  readonly file: string;
  readonly line: number;
  /** With `{…}` for each value that the program inserts. */
  readonly text: string;
  /** Where its characters start and end in the file; undefined with inserted values or escaped characters. */
  readonly span: Span | undefined;
}

type Span = readonly [start: number, end: number];

const sources = ['client/**/*.{ts,tsx}', 'server/**/*.ts', 'shared/**/*.ts'];

/** The texts that people read, by screen or server folder, read from the sources below `root`. */
export function interfaceTexts(root = '.'): InterfaceText[] {
  return globSync(sources, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(`${root}/${file}`, 'utf8');
      const found = partsOf(parseSync(file, source).program).flatMap(textsOf);
      return found.map(({ node, text }) => ({
        screen: screenOf(file),
        file,
        line: source.slice(0, node.start).split('\n').length,
        text,
        span: spanOf(node, text, source),
      }));
    })
    .toSorted((a, b) => a.screen.localeCompare(b.screen) || a.file.localeCompare(b.file));
}

const screenOf = (file: string): string => {
  const [side = '', folder = '', name = ''] = file.split('/');
  return folder === 'features' || folder === 'routes'
    ? name.replace(/\.tsx?$/, '')
    : `${side}/${folder.replace(/\.tsx?$/, '')}`;
};

type Syntax = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;
type Found = { readonly node: Syntax; readonly text: string };

/** The characters of a text without the white space around them. */
function spanOf(node: Syntax, text: string, source: string): Span | undefined {
  const children = partsOf(node['children']);
  const written = children.length === 1 ? children[0] : node;
  if (written === undefined || children.length > 1) return undefined;
  const edge = written.type === 'JSXText' ? 0 : 1;
  const inner = source.slice(written.start + edge, written.end - edge);
  const start = written.start + edge + inner.search(/\S/);
  const end = start + inner.trim().length;
  return source.slice(start, end).replace(/\s+/g, ' ') === text ? [start, end] : undefined;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value;
const partsOf = (value: unknown): Syntax[] => [value].flat().filter(isSyntax);

/** Syntax whose strings are names, types or classes. */
const silent = /^(?:Import|ExportAll|TS(?!AsExpression|SatisfiesExpression|NonNullExpression))/;
const silentAttributes = new Set(['className', 'd', 'href', 'id', 'key', 'to', 'type', 'viewBox']);

function textsOf(node: Syntax): Found[] {
  if (silent.test(node.type)) return [];
  if (
    node.type === 'JSXAttribute' &&
    silentAttributes.has(String(partsOf(node['name'])[0]?.['name']))
  )
    return [];
  const own = ownText(node)?.replace(/\s+/g, ' ').trim() ?? '';
  const below = Object.entries(node)
    .filter(([name]) => !(node.type === 'Property' && name === 'key'))
    .flatMap(([, value]) => partsOf(value).flatMap(textsOf));
  return isText(own, node.type) ? [{ node, text: own }, ...below] : below;
}

/** The text that a piece of syntax states itself: of an element, all that stands between its tags. */
function ownText(node: Syntax): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type === 'TemplateLiteral')
    return partsOf(node['quasis'])
      .map(({ value }) => (isCooked(value) ? value.cooked : ''))
      .join('{…}');
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return undefined;
  const children = partsOf(node['children']);
  if (!children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child['value']))))
    return undefined;
  return children
    .map((child) => (child.type === 'JSXText' ? String(child['value']) : '{…}'))
    .join('');
}

const isCooked = (value: unknown): value is { readonly cooked: string } =>
  typeof value === 'object' && value !== null && 'cooked' in value;

/**
 * A text has an accent, a capital word or a word of Portuguese grammar. Class names, keys, dates, SQL and the English of
 * internal errors are no texts.
 */
const grammar =
  /\s(?:a|ao|as|até|com|da|das|de|do|dos|e|em|na|no|o|os|ou|para|por|que|se|sem|um|uma)\s/i;
const english =
  /\b(?:and|are|been|but|could|expected|has|into|is|its|must|of|than|the|there|this|to|was|were)\b/i;
const sql =
  /^(?:alter|create|delete|insert|order by|select|update|with)\b|\w\((?!e?s\))|\) as |\S as [a-z_{]\S*$/;
function isText(text: string, type: string): boolean {
  if (!/\p{L}/u.test(text)) return false;
  if (type.startsWith('JSX') || /[à-üÀ-Ü]/.test(text)) return true;
  if (english.test(text) || sql.test(text)) return false;
  return (
    (/ /.test(text) && grammar.test(` ${text} `)) ||
    /^\p{Lu}\p{Ll}{2,}(?: [\p{Ll}{…}]+)*\.?$/u.test(text)
  );
}
