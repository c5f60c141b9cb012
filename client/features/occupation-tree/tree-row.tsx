/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the platform has no tree. */
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode, Ref } from 'react';
import { formatCount, formatCounted, formatReais } from '../../../shared/words/format.ts';
import type { OccupationNode } from '../../../shared/contracts/reference.ts';
import { Skeleton } from '../../components/async-panel.tsx';
import type { ReachableRow, TreeRow } from './tree-rows.ts';

/** The grid of the two figure columns, in the rows and above them. */
export const figureColumns =
  'grid grid-cols-[minmax(0,1fr)_5.5rem_7rem] gap-x-3 @xl:grid-cols-[minmax(0,1fr)_6rem_8rem]';

const indents = ['ps-1', 'ps-4 @xl:ps-6', 'ps-7 @xl:ps-11', 'ps-10 @xl:ps-16', 'ps-13 @xl:ps-21'];
const indentOf = (level: number) => indents[level - 1] ?? indents.at(-1) ?? '';

/** A row of the tree; the tree handles the keyboard. */
export function TreeItem({
  row,
  otherName,
  isStoodOn,
  itemRef,
  onTake,
}: {
  row: TreeRow;
  otherName: string | undefined;
  isStoodOn: boolean;
  itemRef: Ref<HTMLDivElement>;
  onTake: (row: ReachableRow) => void;
}) {
  if (row.kind === 'loading') {
    return (
      <div role="none" className={`flex flex-col gap-2 py-2 ${indentOf(row.level)}`}>
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    );
  }
  return (
    // The tree handles the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={itemRef}
      role="treeitem"
      tabIndex={isStoodOn ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      {...(row.kind === 'group' && { 'aria-expanded': row.isOpen })}
      onClick={() => onTake(row)}
      className={`${figureColumns} cursor-pointer scroll-mt-28 scroll-mb-2 items-baseline rounded-control py-2 pe-1 hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-11 ${indentOf(row.level)}`}
    >
      {row.kind === 'failed' ? (
        <span className="col-span-3 ps-5 text-danger">
          Não foi possível carregar. <span className="underline">Tentar de novo</span>
        </span>
      ) : (
        <>
          <Name row={row} otherName={otherName} />
          <Figures node={row.node} />
        </>
      )}
    </div>
  );
}

function Name({
  row,
  otherName,
}: {
  row: Exclude<ReachableRow, { kind: 'failed' }>;
  otherName: string | undefined;
}) {
  const { codigo, nome, inclui } = row.node;
  if (row.kind === 'family') {
    return <Named mark={null}>Todas as ocupações da família {codigo}</Named>;
  }
  return (
    <Named
      mark={
        row.kind === 'group' && (
          <ChevronRight
            aria-hidden
            size={16}
            className={`absolute top-0.75 left-0 text-muted transition-transform ${row.isOpen ? 'rotate-90' : ''}`}
          />
        )
      }
    >
      <span className="text-muted tabular-nums">{codigo}</span> {nome ?? 'Sem nome na CBO'}
      {otherName !== undefined && (
        <span className="block text-dense text-muted">também: {otherName}</span>
      )}
      {inclui.length > 0 && (
        <span className="block text-dense text-muted">Inclui: {namesOf(inclui)}</span>
      )}
    </Named>
  );
}

function Named({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <span className="relative col-span-3 min-w-0 ps-5 @xl:col-span-1">
      {mark}
      {children}
    </span>
  );
}

const mostNames = 2;

function namesOf(names: readonly string[]): string {
  const others = names.length - mostNames;
  const shown = names.slice(0, mostNames).join('; ');
  return others > 0 ? `${shown}; e mais ${formatCounted(others, 'grupo', 'grupos')}` : shown;
}

function Figures({ node: { registros, mediana } }: { node: OccupationNode }) {
  if (registros === null) return null;
  return (
    <>
      <span className="col-start-2 text-right text-dense text-muted tabular-nums">
        {formatCount(registros)}
        <span className="sr-only">{registros === 1 ? ' registro' : ' registros'}</span>
      </span>
      <span className="text-right tabular-nums">
        {mediana === null ? (
          <>
            <span aria-hidden className="text-muted">
              –
            </span>
            <span className="sr-only">sem mediana</span>
          </>
        ) : (
          <>
            <span className="sr-only">mediana </span>
            {formatReais(mediana)}
          </>
        )}
      </span>
    </>
  );
}
