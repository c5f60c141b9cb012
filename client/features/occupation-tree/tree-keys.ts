import { plainText } from '../../../shared/words/format.ts';
import { isReachable, type ReachableRow, type TreeRow } from './tree-rows.ts';

/** The effect of a key on a row of the tree. */
type TreeAct =
  | { readonly act: 'go'; readonly key: string }
  | { readonly act: 'open' | 'close' | 'take' };

/** After the WAI-ARIA tree pattern; undefined for a key that the tree does not handle. */
export function actOfKey(
  rows: readonly TreeRow[],
  row: ReachableRow,
  pressed: string,
): TreeAct | undefined {
  const reachable = rows.filter(isReachable);
  const at = reachable.findIndex(({ key }) => key === row.key);
  const go = (target: ReachableRow | undefined): TreeAct => ({
    act: 'go',
    key: (target ?? row).key,
  });
  switch (pressed) {
    case 'ArrowDown':
      return go(reachable[at + 1]);
    case 'ArrowUp':
      return go(reachable[at - 1]);
    case 'Home':
      return go(reachable[0]);
    case 'End':
      return go(reachable.at(-1));
    case 'ArrowRight':
      if (row.kind !== 'group') return go(row);
      return row.isOpen ? go(childOf(row, reachable[at + 1])) : { act: 'open' };
    case 'ArrowLeft':
      if (row.kind === 'group' && row.isOpen) return { act: 'close' };
      return go(reachable.find(({ key }) => key === row.parentKey));
    case 'Enter':
    case ' ':
      return { act: 'take' };
    default:
      return undefined;
  }
}

const childOf = (parent: ReachableRow, next: ReachableRow | undefined) =>
  next?.parentKey === parent.key ? next : undefined;

/** The next row, wrapping around the end, whose name or code begins with the typed text. */
export function rowTyped(
  rows: readonly TreeRow[],
  row: ReachableRow,
  typed: string,
): ReachableRow | undefined {
  const reachable = rows.filter(isReachable);
  const at = reachable.findIndex(({ key }) => key === row.key);
  // One letter moves to the next row; with more letters the current row may still match.
  const start = typed.length === 1 ? at + 1 : at;
  const inTurn = [...reachable.slice(start), ...reachable.slice(0, start)];
  const wanted = plainText(typed);
  return wanted === '' ? undefined : inTurn.find((candidate) => begins(candidate, wanted));
}

function begins(row: ReachableRow, wanted: string): boolean {
  if (row.kind === 'failed' || row.kind === 'family') return false;
  const { nome, codigo } = row.node;
  return codigo.startsWith(wanted) || plainText(nome ?? '').startsWith(wanted);
}
