/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the platform has no tree. */
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { OccupationNode } from '../../../shared/contracts/reference.ts';
import { TreeItem } from './tree-row.tsx';
import {
  codeOfKey,
  keysDownTo,
  standingRow,
  treeRows,
  type ReachableRow,
  isReachable,
  type TreeRow,
  type Branch,
} from './tree-rows.ts';
import { plainText } from '../../../shared/words/format.ts';
import { childrenOptions } from './tree-options.ts';

const typingMs = 600;

export interface Chosen {
  /** A family with all its occupations, or one occupation. */
  readonly kind: 'occupation' | 'family';
  readonly node: OccupationNode;
}

/** Groups and occupations after the WAI-ARIA tree pattern; the children of a group load when it is opened. */
export function OccupationTree({
  label,
  roots,
  otherNames,
  openAt,
  takesFocus = false,
  onChoose,
}: {
  label: string;
  roots: readonly OccupationNode[];
  /** Synonyms, by occupation code. */
  otherNames?: ReadonlyMap<string, string> | undefined;
  /** The code of the group that is initially open. */
  openAt?: string | undefined;
  /** Whether the tree takes the focus when it loads, on the first row or on that of `openAt`. */
  takesFocus?: boolean;
  onChoose: (chosen: Chosen) => void;
}) {
  const startKeys = openAt === undefined ? [] : keysDownTo(openAt);
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(() => new Set(startKeys));
  const [stoodKey, setStoodKey] = useState(startKeys.at(-1));
  const items = useRef(new Map<string, HTMLDivElement>());
  const typed = useRef({ text: '', at: 0 });
  const branches = useBranches([...new Set([...openKeys].map(codeOfKey))]);
  const rows = treeRows(roots, openKeys, branches.of);
  const stood = standingRow(rows, stoodKey);

  const isAtStart = stood !== undefined && stood.key === (startKeys.at(-1) ?? stood.key);
  useFirstFocus(takesFocus && isAtStart, () => {
    const item = stood && items.current.get(stood.key);
    item?.focus({ preventScroll: true });
    if (openAt !== undefined) item?.scrollIntoView({ block: 'start' });
  });

  const goTo = (key: string) => {
    setStoodKey(key);
    items.current.get(key)?.focus();
  };
  const setOpen = (key: string, isOpen: boolean) => {
    const next = new Set(openKeys);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOpenKeys(next);
  };
  const take = (row: ReachableRow) => {
    setStoodKey(row.key);
    if (row.kind === 'group') setOpen(row.key, !row.isOpen);
    else if (row.kind !== 'failed') onChoose({ kind: row.kind, node: row.node });
    else {
      // The row disappears, so the focus moves to its parent.
      if (row.parentKey !== null) goTo(row.parentKey);
      branches.retry(row.code);
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (stood === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOfKey(rows, stood, event.key);
    if (act === undefined) {
      if (event.key.length === 1) goToTyped(event.key, event.timeStamp);
      return;
    }
    event.preventDefault();
    typed.current.text = '';
    if (act.act === 'go') goTo(act.key);
    else if (act.act === 'take') take(stood);
    else setOpen(stood.key, act.act === 'open');
  };
  const goToTyped = (letter: string, now: number) => {
    const isContinued = now - typed.current.at < typingMs;
    const text = (isContinued ? typed.current.text : '') + letter;
    typed.current = { text, at: now };
    const found = stood && rowTyped(rows, stood, text);
    if (found) goTo(found.key);
  };

  return (
    // One of its rows is in the tab order.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="tree" aria-label={label} onKeyDown={handleKeyDown}>
      {rows.map((row) => (
        <TreeItem
          key={row.key}
          row={row}
          otherName={row.kind === 'occupation' ? otherNames?.get(row.node.codigo) : undefined}
          isStoodOn={row.key === stood?.key}
          itemRef={(item) => {
            if (item === null) items.current.delete(row.key);
            else items.current.set(row.key, item);
          }}
          onTake={take}
        />
      ))}
    </div>
  );
}

/** Takes the focus once, when the element to focus is there. */
function useFirstFocus(isThere: boolean, focus: () => void): void {
  const hasTaken = useRef(false);
  const takeFocus = useEffectEvent(focus);
  useEffect(() => {
    if (!isThere || hasTaken.current) return;
    hasTaken.current = true;
    takeFocus();
  }, [isThere]);
}

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

interface Branches {
  readonly of: (code: string) => Branch;
  readonly retry: (code: string) => void;
}

const loading: Branch = { state: 'loading' };

/** The children of the given groups: loaded when a group is opened, and cached from then on. */
function useBranches(codes: readonly string[]): Branches {
  const found = useQueries({ queries: codes.map(childrenOptions) });
  const byCode = new Map(codes.map((code, index) => [code, found[index]]));
  return {
    of: (code) => {
      const query = byCode.get(code);
      if (query?.data !== undefined) return { state: 'ready', nodes: query.data.itens };
      return query?.isError === true && !query.isFetching ? { state: 'failed' } : loading;
    },
    retry: (code) => void byCode.get(code)?.refetch(),
  };
}
