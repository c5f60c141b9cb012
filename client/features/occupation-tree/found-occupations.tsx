import { useQuery } from '@tanstack/react-query';
import type {
  OccupationNode,
  OccupationNodes,
  OccupationItem,
} from '../../../shared/contracts/reference.ts';
import { AsyncPanel, Stale } from '../../components/async-panel.tsx';
import { OccupationTree, type Chosen } from './occupation-tree.tsx';
import {
  groupsNamedOptions,
  occupationNodesOptions,
  occupationsNamedOptions,
} from './tree-options.ts';
import { TreeSkeleton } from './tree-skeleton.tsx';

/** The groups whose names match a text, which can be opened from there, and the matching occupations. */
export function FoundOccupations({
  text,
  onChoose,
}: {
  text: string;
  onChoose: (chosen: Chosen) => void;
}) {
  const groups = useQuery(groupsNamedOptions(text));
  const occupations = useQuery(occupationsNamedOptions(text));
  const codes = occupations.data?.map(({ codigo }) => codigo) ?? [];
  const figures = useQuery(occupationNodesOptions(codes)).data;
  return (
    <AsyncPanel query={groups} skeleton={<TreeSkeleton />}>
      {({ itens: areas }) => (
        <AsyncPanel query={occupations} skeleton={<TreeSkeleton />}>
          {(titles) => (
            <Stale isStale={groups.isPlaceholderData || occupations.isPlaceholderData}>
              <output className="sr-only">
                {areas.length} áreas e {titles.length} ocupações encontradas.
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
      <OccupationTree
        label={`${title} encontradas`}
        roots={roots}
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
function leftOutOf(titles: readonly OccupationItem[]): string | undefined {
  const words = titles[0]?.ignoradas?.map((word) => `“${word}”`) ?? [];
  return words.length === 0 ? undefined : `Fora da procura: ${words.join(', ')}.`;
}
