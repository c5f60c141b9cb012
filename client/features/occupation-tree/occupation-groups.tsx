import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState, type ReactNode, type Ref } from 'react';
import type { OccupationNode } from '../../../shared/contracts/reference.ts';
import { formatCount, formatCounted, formatReais } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { childrenOptions } from './tree-options.ts';

export interface Chosen {
  readonly kind: 'occupation' | 'family';
  readonly node: OccupationNode;
}

type Shared = {
  onChoose: (chosen: Chosen) => void;
  /** Synonyms, by occupation code. */
  otherNames?: ReadonlyMap<string, string> | undefined;
  /** The group down to which the groups are initially open, and the ref of its row. */
  start?: { readonly code: string; readonly row: Ref<HTMLElement> } | undefined;
};

/** Groups, whose children load when they are opened, and occupations. */
export function OccupationGroups({
  nodes,
  label,
  ...shared
}: Shared & { nodes: readonly OccupationNode[]; label?: string }) {
  return (
    <ul aria-label={label}>
      {nodes.map((node) => (
        <li key={node.codigo}>
          {node.tipo === 'ocupacao' ? (
            <Choice node={node} onChoose={() => shared.onChoose({ kind: 'occupation', node })}>
              <Name node={node} otherName={shared.otherNames?.get(node.codigo)} />
            </Choice>
          ) : (
            <Group node={node} {...shared} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The grid of the two figure columns, in the rows and above them. */
export const figureColumns =
  'grid grid-cols-[minmax(0,1fr)_5.5rem_7rem] gap-x-3 @xl:grid-cols-[minmax(0,1fr)_6rem_8rem]';

const rowClass = `${figureColumns} w-full cursor-pointer scroll-mt-28 scroll-mb-2 items-baseline rounded-control py-2 pe-1 text-left hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-11`;

function Group({ node, start, ...shared }: Shared & { node: OccupationNode }) {
  const [isOpen, setOpen] = useState(start?.code.startsWith(node.codigo) ?? false);
  // A closed group keeps its children, so that the groups within it stay open.
  const [hasOpened, setOpened] = useState(isOpen);
  const toggle = (isNow: boolean) => {
    setOpen(isNow);
    if (isNow) setOpened(true);
  };
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => toggle(currentTarget.open)}>
      <summary ref={start?.code === node.codigo ? start.row : null} className={rowClass}>
        <span className="relative col-span-3 min-w-0 ps-5 @xl:col-span-1">
          <ChevronRight
            aria-hidden
            size={16}
            className={`absolute top-0.75 left-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <Name node={node} />
        </span>
        <Figures node={node} />
      </summary>
      {hasOpened && (
        <div className="ps-3 @xl:ps-5">
          <Children node={node} start={start} {...shared} />
        </div>
      )}
    </details>
  );
}

function Children({ node, ...shared }: Shared & { node: OccupationNode }) {
  const children = useQuery(childrenOptions(node.codigo));
  return (
    <AsyncPanel query={children} skeleton={<Skeleton className="my-2 h-12" />}>
      {({ itens }) => (
        <>
          {node.tipo === 'familia' && (
            <Choice node={node} onChoose={() => shared.onChoose({ kind: 'family', node })}>
              Todas as ocupações da família {node.codigo}
            </Choice>
          )}
          <OccupationGroups nodes={itens} {...shared} />
        </>
      )}
    </AsyncPanel>
  );
}

function Choice({
  node,
  onChoose,
  children,
}: {
  node: OccupationNode;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" onClick={onChoose} className={rowClass}>
      <span className="col-span-3 min-w-0 ps-5 @xl:col-span-1">{children}</span>
      <Figures node={node} />
    </button>
  );
}

function Name({
  node: { codigo, nome, inclui },
  otherName,
}: {
  node: OccupationNode;
  otherName?: string | undefined;
}) {
  return (
    <>
      <span className="text-muted tabular-nums">{codigo}</span> {nome ?? 'Sem nome na CBO'}
      {otherName !== undefined && (
        <span className="block text-dense text-muted">também: {otherName}</span>
      )}
      {inclui.length > 0 && (
        <span className="block text-dense text-muted">Inclui: {namesOf(inclui)}</span>
      )}
    </>
  );
}

const maxNames = 2;

function namesOf(names: readonly string[]): string {
  const others = names.length - maxNames;
  const shown = names.slice(0, maxNames).join('; ');
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
