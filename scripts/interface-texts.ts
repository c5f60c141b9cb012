import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { isText } from './is-text.ts';
import {
  namedPieces,
  partsOf,
  readElement,
  shownText,
  withoutEntities,
  type Piece,
  type Syntax,
  type TextKind,
} from './text-syntax.ts';

/** A text that a user can read, and its position in its file. */
export interface InterfaceText {
  /** As a catalogue shows it: `{name}` for each value that the program inserts, `\n` for a line break. */
  readonly text: string;
  readonly kind: TextKind;
  /** The characters of the file that a new text replaces. */
  readonly start: number;
  readonly end: number;
  /** The text's own parts in their order, with white space around the text, and the inserted values between them. */
  readonly pieces: readonly Piece[];
}

const sources = ['client/**/*.{ts,tsx}', 'server/**/*.ts', 'shared/**/*.ts'];
/** Files whose words are columns, patterns or entries of lists. */
const wordLists = [
  'server/platform/store/migrations/*',
  'server/platform/warehouse/layout.ts',
  'server/reference/typed/{amounts-in-text,numbers-in-text,place-names,places-in-text,schooling-in-text,typed-text,typed-words}.ts',
  'server/reference/write-*.ts',
  'shared/finder/name-words.ts',
];

/** The source files of the interface below `root` that can hold texts, sorted by path. */
const textFiles = (root: string): string[] =>
  globSync(sources, { cwd: root, exclude: [...wordLists, '**/*.test.{ts,tsx}'] })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

/** The texts of every source file below `root`, by file. Files without a text are left out. */
export function interfaceTexts(root = '.'): Map<string, InterfaceText[]> {
  const found = textFiles(root).map(
    (file) => [file, textsIn(file, readFileSync(`${root}/${file}`, 'utf8'))] as const,
  );
  return new Map(found.filter(([, texts]) => texts.length > 0));
}

/** The texts of one source file, in their order; an element comes before the texts inside its inserted values. */
export const textsIn = (file: string, source: string): InterfaceText[] =>
  partsOf(parseSync(file, source).program).flatMap((node) => textsOf(node, source));

/** Syntax whose strings are names, types, classes or SQL. */
const silent =
  /^(?:Import|ExportAll|TaggedTemplate|TS(?!AsExpression|SatisfiesExpression|NonNullExpression))/;
/** Strings in comparisons are keys. The message of an `Error` is for the log; users read the messages of `AppError`. */
const isInternal = ({ type }: Syntax, parent?: Syntax): boolean =>
  (type === 'Literal' &&
    (/^[!=]==?$/.test(String(parent?.['operator'])) || parent?.type === 'SwitchCase')) ||
  (parent?.type === 'NewExpression' && partsOf(parent['callee'])[0]?.['name'] === 'Error');
const silentAttributes = new Set(['className', 'd', 'href', 'id', 'key', 'to', 'type', 'viewBox']);

function textsOf(node: Syntax, source: string, parent?: Syntax): InterfaceText[] {
  if (silent.test(node.type) || isInternal(node, parent)) return [];
  if (
    node.type === 'JSXAttribute' &&
    silentAttributes.has(String(partsOf(node['name'])[0]?.['name']))
  )
    return [];
  const own = ownText(node, source, parent);
  const below = Object.entries(node)
    .filter(([name]) => !(node.type === 'Property' && name === 'key'))
    .flatMap(([, value]) => partsOf(value).flatMap((part) => textsOf(part, source, node)));
  return own !== undefined && isText(own.text, own.kind === 'element') ? [own, ...below] : below;
}

/** The text of a piece of syntax without that of its parts; for an element, everything between its tags. */
function ownText(node: Syntax, source: string, parent?: Syntax): InterfaceText | undefined {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const read = readElement(node, source);
    return read && { text: shownText(read.pieces), kind: 'element', ...read };
  }
  const kind: TextKind =
    node.type === 'TemplateLiteral'
      ? 'template'
      : parent?.type === 'JSXAttribute'
        ? 'attribute'
        : 'string';
  const pieces = piecesOf(node, kind);
  if (pieces === undefined) return undefined;
  return { text: shownText(pieces), kind, start: node.start + 1, end: node.end - 1, pieces };
}

function piecesOf(node: Syntax, kind: TextKind): Piece[] | undefined {
  if (node.type === 'Literal') {
    const { value } = node;
    if (typeof value !== 'string') return undefined;
    return [kind === 'attribute' ? withoutEntities(value) : value];
  }
  if (node.type !== 'TemplateLiteral') return undefined;
  const values = partsOf(node['expressions']);
  const texts = partsOf(node['quasis']).map(({ value }) => (isCooked(value) ? value.cooked : ''));
  return namedPieces(
    texts.flatMap((text, at) => (values[at] === undefined ? [text] : [text, values[at]])),
  );
}

const isCooked = (value: unknown): value is { readonly cooked: string } =>
  typeof value === 'object' && value !== null && 'cooked' in value;
