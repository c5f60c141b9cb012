import { officialNames } from '../../shared/finder/cbo/official-names.ts';
import { keysOf } from '../../shared/codes/keys.ts';
import { nodeKinds, type NodeKind } from '../../shared/contracts/reference.ts';
import { plainText } from '../../shared/words/format.ts';
import { occupationTable, occupationTitle, type Occupation } from './occupations.ts';

/**
 * The CBO as a tree. A node is a code of 1, 2, 3, 4 or 6 digits, and the codes below it begin with it. Groups without
 * any occupation are left out; groups without an official name stay.
 */
const kinds = keysOf(nodeKinds);
const lengths = kinds.map((kind) => nodeKinds[kind].digits);
const minWordLength = 3;

let known:
  | { readonly table: ReadonlyMap<string, Occupation>; readonly codes: ReadonlySet<string> }
  | undefined;

/** The kind of a code; undefined for any other length. */
export function kindOfNode(code: string): NodeKind | undefined {
  return kinds.find((kind) => nodeKinds[kind].digits === code.length);
}

/** The official name of a group or occupation; null for a code that the tables lack. */
export function nodeName(code: string): string | null {
  return occupationTitle(code) ?? officialNames.groups[code] ?? null;
}

/** The codes of all ancestors of a code, the widest first, and the code itself. */
function withAncestors(code: string): string[] {
  return lengths.filter((length) => length <= code.length).map((length) => code.slice(0, length));
}

/** Every node of the tables in force; includes new imports from the next call on. */
export function knownNodes(): ReadonlySet<string> {
  const table = occupationTable();
  if (known?.table !== table) {
    known = { table, codes: new Set([...table.keys()].flatMap(withAncestors)) };
  }
  return known.codes;
}

/** The direct children of a group among some nodes, by code; the grandes grupos for '', and none for an occupation. */
export function childrenOf(parent: string, nodes: Iterable<string>): string[] {
  const digits = lengths.find((length) => length > parent.length);
  return [...nodes].filter((code) => code.length === digits && code.startsWith(parent)).toSorted();
}

/**
 * The groups whose name has, for every word of a text, a word that begins with it; ignores short words. The widest
 * groups come first. The code of a group also finds this group.
 */
export function groupsByName(text: string): string[] {
  const searched = wordsOf(text).filter((word) => word.length >= minWordLength);
  return [...knownNodes()]
    .filter((code) => kindOfNode(code) !== 'ocupacao')
    .filter((code) => code === text.trim() || hasWords(nodeName(code), searched))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function hasWords(name: string | null, searched: readonly string[]): boolean {
  if (searched.length === 0) return false;
  const words = wordsOf(name ?? '');
  return searched.every((part) => words.some((word) => word.startsWith(part)));
}

const wordsOf = (text: string) => plainText(text).split(' ');
