import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useRef, useState, type RefObject } from 'react';
import { z } from 'zod';
import {
  OccupationItem,
  type OccupationNode,
  type OccupationNodes,
} from '../../../shared/contracts/reference.ts';
import { AsyncPanel, Stale, Skeleton } from '../../components/async-panel.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { figureColumns, OccupationGroups, type Chosen } from './occupation-groups.tsx';
import { childrenOptions, nodesOptions } from './tree-options.ts';
import type { OccupationSheetState } from './use-occupation-sheet.ts';
import { periodText } from '../../../shared/filters/data.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { syntheticNotice } from '../../../shared/codes/codes.ts';
import { incompleteTitle } from '../../../shared/statistics/completeness.ts';
import { getOptions } from '../../lib/get-options.ts';
import { releaseOptions } from '../../lib/release.ts';

const minTextLength = 3;

/** Occupations by area, for users who do not know the job's name: groups to browse and to search by name. */
export function OccupationSheet({
  state: { openAt, close, isOpen },
  field,
  onOccupation,
  onFamily,
}: {
  state: OccupationSheetState;
  /** The element that has the focus after a choice. */
  field: RefObject<HTMLElement | null>;
  onOccupation: (node: OccupationNode) => void;
  onFamily: (code: string) => void;
}) {
  const widest = useQuery({ ...childrenOptions(''), enabled: isOpen });
  const hasChosen = useRef(false);
  const choose = ({ kind, node }: Chosen) => {
    if (kind === 'family') onFamily(node.codigo);
    else onOccupation(node);
    hasChosen.current = true;
    close();
  };
  const focusAfter = () => {
    const next = hasChosen.current ? field.current : null;
    hasChosen.current = false;
    return next;
  };
  return (
    <Sheet
      title="Procurar por área"
      side="wide"
      isOpen={isOpen}
      onOpen={(isRequested) => !isRequested && close()}
      focusAfter={focusAfter}
      footer={<FiguresNote nodes={widest.data} />}
    >
      <Areas widest={widest} openAt={openAt} onChoose={choose} />
    </Sheet>
  );
}

function Areas({
  widest,
  openAt,
  onChoose,
}: {
  widest: UseQueryResult<OccupationNodes>;
  openAt: string | undefined;
  onChoose: (chosen: Chosen) => void;
}) {
  const [words, setWords] = useState('');
  const isFirst = useRef(true);
  const change = (next: string) => {
    // The focus stays with the text, even if the row loads only now.
    isFirst.current = false;
    setWords(next);
  };
  const takeFocus = useCallback((row: HTMLElement | null) => {
    if (!row || !isFirst.current) return;
    isFirst.current = false;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'start' });
  }, []);
  const isSearched = words.length >= minTextLength;
  return (
    <div className="@container">
      <div className="sticky -top-4 z-10 -mx-4 -mt-4 border-b border-line bg-surface px-4 pt-3 pb-2">
        <SearchField
          label="Nome da área ou da ocupação"
          placeholder="Ex.: informática, cozinha, saúde"
          initial={words}
          onWords={change}
        />
        {widest.data?.valores === 'prontos' && (
          <div aria-hidden className={`${figureColumns} pt-2 pe-1 text-dense text-muted`}>
            <span className="col-start-2 text-right">Registros</span>
            <span className="text-right">Mediana</span>
          </div>
        )}
      </div>
      {isSearched ? (
        <FoundOccupations text={words} onChoose={onChoose} />
      ) : (
        <div className="pt-1">
          <AsyncPanel query={widest} skeleton={<TreeSkeleton />}>
            {({ itens }) => (
              <OccupationGroups
                label="Áreas da CBO"
                nodes={itens}
                start={openAt === undefined ? undefined : { code: openAt, row: takeFocus }}
                onChoose={onChoose}
              />
            )}
          </AsyncPanel>
        </div>
      )}
    </div>
  );
}

/** What the figures beside the names are, or why there are none. */
function FiguresNote({ nodes }: { nodes: OccupationNodes | undefined }) {
  const isSynthetic = useQuery(releaseOptions).data?.isSynthetic === true;
  const incomplete = nodes?.completude == null ? null : incompleteTitle(nodes.completude);
  return (
    <output className="block text-dense text-muted">
      {incomplete !== null && <span className="block text-warm">{incomplete}.</span>}
      {nodes !== undefined && sentenceOf(nodes)}
      {isSynthetic && nodes?.valores === 'prontos' && ` ${syntheticNotice}.`}
    </output>
  );
}

function sentenceOf({ valores, periodo }: OccupationNodes): string {
  if (valores === 'contando') {
    return 'Estamos contando registros e medianas. Os nomes já podem ser usados.';
  }
  if (valores === 'indisponiveis') {
    return 'Não foi possível contar registros e medianas agora. Os nomes podem ser usados.';
  }
  if (valores === 'semMeses' || periodo === null) {
    return 'Nenhum mês publicado ainda: por enquanto, só os nomes.';
  }
  const { inicio, fim } = periodo;
  const months = periodText({ from: inicio, to: fim });
  return `Admissões em todo o Brasil, ${months}: registros e mediana do salário mensal. Com menos de ${minForStatistics} registros não há mediana.`;
}

/** The groups whose names match a text, which can be opened from there, and the matching occupations. */
function FoundOccupations({
  text,
  onChoose,
}: {
  text: string;
  onChoose: (chosen: Chosen) => void;
}) {
  const placeholderData = keepPreviousData;
  const groups = useQuery({ ...nodesOptions({ nome: text }), placeholderData });
  const occupations = useQuery(
    getOptions(
      ['reference', 'occupations-named', text],
      '/api/reference/cbo-by-title',
      z.array(OccupationItem),
      { query: { search: text }, placeholderData },
    ),
  );
  const codigos = occupations.data?.map(({ codigo }) => codigo).join(',') ?? '';
  const figures = useQuery(nodesOptions(codigos === '' ? null : { codigos })).data;
  return (
    <AsyncPanel query={groups} skeleton={<TreeSkeleton />}>
      {({ itens: areas }) => (
        <AsyncPanel query={occupations} skeleton={<TreeSkeleton />}>
          {(titles) => (
            <Stale isStale={groups.isPlaceholderData || occupations.isPlaceholderData}>
              <output className="sr-only">
                {formatCounted(areas.length, 'área', 'áreas')} e{' '}
                {formatCounted(titles.length, 'ocupação', 'ocupações')} encontradas.
              </output>
              {areas.length === 0 && titles.length === 0 && (
                <p className="py-4">
                  Nenhuma área ou ocupação tem “{text}” no nome. Escreva outra palavra, ou apague o
                  texto para percorrer todas as áreas.
                </p>
              )}
              <Found title="Áreas" roots={areas} onChoose={onChoose} />
              <Found
                title={
                  titles.every(({ parecida }) => parecida)
                    ? 'Ocupações de nome parecido'
                    : 'Ocupações'
                }
                hint={leftOutOf(titles)}
                roots={withFigures(titles, figures)}
                otherNames={otherNamesOf(titles)}
                onChoose={onChoose}
              />
            </Stale>
          )}
        </AsyncPanel>
      )}
    </AsyncPanel>
  );
}

function Found({
  title,
  hint,
  roots,
  otherNames,
  onChoose,
}: {
  title: string;
  hint?: string | undefined;
  roots: readonly OccupationNode[];
  otherNames?: ReadonlyMap<string, string>;
  onChoose: (chosen: Chosen) => void;
}) {
  if (roots.length === 0) return null;
  return (
    <section className="mb-4">
      <h3 className="pt-2 pb-1 text-dense font-semibold text-muted">{title}</h3>
      {hint !== undefined && <p className="pb-1 text-dense text-muted">{hint}</p>}
      <OccupationGroups
        label={`${title} encontradas`}
        nodes={roots}
        otherNames={otherNames}
        onChoose={onChoose}
      />
    </section>
  );
}

/** The titles appear at once, the figures when they arrive. */
function withFigures(
  titles: readonly OccupationItem[],
  figures: OccupationNodes | undefined,
): OccupationNode[] {
  const known = new Map(figures?.itens.map((node) => [node.codigo, node]));
  return titles.map(({ codigo, titulo }) => ({
    codigo,
    tipo: 'ocupacao',
    registros: known.get(codigo)?.registros ?? null,
    mediana: known.get(codigo)?.mediana ?? null,
    nome: titulo,
    inclui: [],
  }));
}

/** The synonym by which an occupation was found, where its title did not match. */
const otherNamesOf = (titles: readonly OccupationItem[]): ReadonlyMap<string, string> =>
  new Map(titles.flatMap(({ codigo, sinonimo }) => (sinonimo ? [[codigo, sinonimo]] : [])));

/** The words of the text that no found name has. */
export function leftOutOf(titles: readonly OccupationItem[]): string | undefined {
  const words = titles[0]?.ignoradas?.map((word) => `“${word}”`) ?? [];
  if (words.length === 0) return undefined;
  return `${words.length === 1 ? 'Palavra ignorada' : 'Palavras ignoradas'}: ${words.join(', ')}.`;
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

function TreeSkeleton() {
  return (
    <div className="flex flex-col gap-2 py-1">
      {places.map((place) => (
        <Skeleton key={place} className="h-8" />
      ))}
    </div>
  );
}
