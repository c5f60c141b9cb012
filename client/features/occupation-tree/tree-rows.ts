import { nodeKinds, type OccupationNode } from '../../../shared/contracts/reference.ts';

/** The state of a group's children. */
export type Branch =
  | { readonly state: 'ready'; readonly nodes: readonly OccupationNode[] }
  | { readonly state: 'loading' | 'failed' };

interface Place {
  /** The codes from the root down to this row, with '/' between them. */
  readonly key: string;
  /** The key of the parent row; null at the root. */
  readonly parentKey: string | null;
  /** From 1. */
  readonly level: number;
}

interface Position {
  /** From 1, among `setSize` rows of the same parent. */
  readonly position: number;
  readonly setSize: number;
}

export type GroupRow = Place &
  Position & { readonly kind: 'group'; readonly node: OccupationNode; readonly isOpen: boolean };
/** A row that can be chosen: an occupation, or a family with all its occupations. */
type ChoiceRow = Place &
  Position & { readonly kind: 'occupation' | 'family'; readonly node: OccupationNode };
type FailedRow = Place & Position & { readonly kind: 'failed'; readonly code: string };
type LoadingRow = Place & { readonly kind: 'loading' };
export type TreeRow = GroupRow | ChoiceRow | FailedRow | LoadingRow;
/** The rows that the keyboard can reach. */
export type ReachableRow = Exclude<TreeRow, LoadingRow>;

/** The visible rows, from the top down. */
export function treeRows(
  roots: readonly OccupationNode[],
  openKeys: ReadonlySet<string>,
  branchOf: (code: string) => Branch,
): TreeRow[] {
  return roots.flatMap((node, index) =>
    rowsOf(node, { parentKey: null, level: 1, position: index + 1, setSize: roots.length }),
  );

  function rowsOf(node: OccupationNode, place: Omit<Place, 'key'> & Position): TreeRow[] {
    const key = keyOf(place.parentKey, node.codigo);
    if (node.tipo === 'ocupacao') return [{ ...place, key, kind: 'occupation', node }];
    const isOpen = openKeys.has(key);
    const group: GroupRow = { ...place, key, kind: 'group', node, isOpen };
    return isOpen ? [group, ...rowsBelow(group)] : [group];
  }

  function rowsBelow({ key: parentKey, level, node }: GroupRow): TreeRow[] {
    const branch = branchOf(node.codigo);
    const below = { parentKey, level: level + 1 };
    if (branch.state !== 'ready') {
      const place = { ...below, key: keyOf(parentKey, branch.state) };
      return branch.state === 'loading'
        ? [{ ...place, kind: 'loading' }]
        : [{ ...place, kind: 'failed', code: node.codigo, position: 1, setSize: 1 }];
    }
    const isFamily = node.tipo === 'familia';
    const setSize = branch.nodes.length + (isFamily ? 1 : 0);
    const first = setSize - branch.nodes.length + 1;
    const whole: TreeRow[] = isFamily
      ? [{ ...below, key: keyOf(parentKey, 'todas'), kind: 'family', node, position: 1, setSize }]
      : [];
    return [
      ...whole,
      ...branch.nodes.flatMap((child, index) =>
        rowsOf(child, { ...below, position: first + index, setSize }),
      ),
    ];
  }
}

const keyOf = (parentKey: string | null, part: string) =>
  parentKey === null ? part : `${parentKey}/${part}`;

/** The code of the group or occupation at the end of a row's key. */
export const codeOfKey = (key: string): string => key.split('/').at(-1) ?? '';

/** The keys that open the tree down to a group, including the group itself. */
export function keysDownTo(code: string): string[] {
  const path = Object.values(nodeKinds)
    .filter(({ digits }) => digits <= code.length)
    .map(({ digits }) => code.slice(0, digits));
  return path.map((_part, index) => path.slice(0, index + 1).join('/'));
}

export const isReachable = (row: TreeRow): row is ReachableRow => row.kind !== 'loading';

/** The row with the keyboard focus: the row of `key` or, if it is gone, its nearest remaining ancestor. */
export function standingRow(
  rows: readonly TreeRow[],
  key: string | undefined,
): ReachableRow | undefined {
  const reachable = rows.filter(isReachable);
  for (
    let at = key;
    at !== undefined && at !== '';
    at = at.slice(0, Math.max(0, at.lastIndexOf('/')))
  ) {
    const found = reachable.find((row) => row.key === at);
    if (found !== undefined) return found;
  }
  return reachable[0];
}
