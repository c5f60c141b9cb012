import { officialNames } from '../../shared/finder/cbo/official-names.ts';
import { keysOf } from '../../shared/codes/keys.ts';
import { nodeKinds, type NodeKind } from '../../shared/contracts/occupation-groups.ts';
import { plainText } from '../../shared/words/plain-text.ts';
import { occupationTable, occupationTitle, type Occupation } from './occupations.ts';

/**
 * The CBO as a tree: a node is a code of 1, 2, 3, 4 or 6 digits, and what is below it begins with its own. Groups
 * that lead to no occupation are left out, and those without an official name stay.
 */
const kinds = keysOf(nodeKinds);
const lengths = kinds.map((kind) => nodeKinds[kind].digits);
const shortestWord = 3;

let known:
  | { readonly table: ReadonlyMap<string, Occupation>; readonly codes: ReadonlySet<string> }
  | undefined;

/** What a code is; undefined where it has not the length of any. */
export function kindOfNode(code: string): NodeKind | undefined {
  return kinds.find((kind) => nodeKinds[kind].digits === code.length);
}

/** The official name of a group or occupation; null for a code that the tables lack. */
export function nodeName(code: string): string | null {
  return occupationTitle(code) ?? officialNames.groups[code] ?? null;
}

/** A code and the codes of all that it is in, the widest first. */
function withAncestors(code: string): string[] {
  return lengths.filter((length) => length <= code.length).map((length) => code.slice(0, length));
}

/** Every node of the tables in force: what an import adds is there at the next call. */
export function knownNodes(): ReadonlySet<string> {
  const table = occupationTable();
  if (known?.table !== table) {
    known = { table, codes: new Set([...table.keys()].flatMap(withAncestors)) };
  }
  return known.codes;
}

/** What is right below a group among some nodes, by code; of '' the grandes grupos, of an occupation nothing. */
export function childrenOf(parent: string, nodes: Iterable<string>): string[] {
  const digits = lengths.find((length) => length > parent.length);
  return [...nodes].filter((code) => code.length === digits && code.startsWith(parent)).toSorted();
}

/**
 * The groups whose name has every word of a text or a word that begins with it, short words aside, the widest first;
 * for a group's code that group.
 */
export function groupsNamed(text: string): string[] {
  const asked = wordsOf(text).filter((word) => word.length >= shortestWord);
  return [...knownNodes()]
    .filter((code) => kindOfNode(code) !== 'ocupacao')
    .filter((code) => code === text.trim() || hasWords(nodeName(code), asked))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function hasWords(name: string | null, asked: readonly string[]): boolean {
  if (asked.length === 0) return false;
  const words = wordsOf(name ?? '');
  return asked.every((part) => words.some((word) => word.startsWith(part)));
}

const wordsOf = (text: string) => plainText(text).split(' ');
