import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A text that a user can read, and where an editor changes it. */
export interface InterfaceText {
  /** The folder of a feature, the name of a page, or the folder of texts that screens share. */
  readonly screen: string;
  readonly file: string;
  readonly line: number;
  /** With `{…}` for each value that the program inserts. */
  readonly text: string;
}

const sources = ['client/**/*.{ts,tsx}', 'shared/{codes,filters,sentences,statistics}/*.ts'];

/** The texts of the screens, by screen, read from the sources below `root`. */
export function interfaceTexts(root = '.'): InterfaceText[] {
  return globSync(sources, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(`${root}/${file}`, 'utf8');
      const found = partsOf(parseSync(file, source).program).flatMap(textsOf);
      return found.map(({ at, text }) => ({
        screen: screenOf(file),
        file,
        line: source.slice(0, at).split('\n').length,
        text,
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

type Syntax = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;
type Found = { readonly at: number; readonly text: string };

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value;
const partsOf = (value: unknown): Syntax[] => [value].flat().filter(isSyntax);

/** Syntax whose strings are names, types or classes. */
const silent = /^(?:Import|ExportAll|TS)/;
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
  return isText(own, node.type) ? [{ at: node.start, text: own }, ...below] : below;
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

/** Class names, keys and dates are no texts: a text has an accent, a capital word or a word of Portuguese grammar. */
const grammar =
  /\s(?:a|ao|as|até|com|da|das|de|do|dos|e|em|na|no|o|os|ou|para|por|que|se|sem|um|uma)\s/i;
function isText(text: string, type: string): boolean {
  if (!/\p{L}/u.test(text)) return false;
  if (type.startsWith('JSX') || /[à-üÀ-Ü]/.test(text)) return true;
  return grammar.test(` ${text} `) || /^\p{Lu}\p{Ll}{2,}(?: [\p{Ll}{…}]+)*\.?$/u.test(text);
}
