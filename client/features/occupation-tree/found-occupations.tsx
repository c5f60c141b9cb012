import { useQuery } from '@tanstack/react-query';
import type { OccupationNode, OccupationNodes } from '../../../shared/occupation-groups.ts';
import type { OccupationItem } from '../../../shared/reference.ts';
import { AsyncPanel, Stale } from '../../components/async-panel.tsx';
import { OccupationTree, type Chosen } from './occupation-tree.tsx';
import {
  groupsNamedOptions,
  occupationNodesOptions,
  occupationsNamedOptions,
} from './tree-options.ts';
import { TreeSkeleton } from './tree-skeleton.tsx';

/** The groups that a text names, to be opened from here on, and the occupations. */
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
              <Found title="Ocupações" roots={withFigures(titles, figures)} onChoose={onChoose} />
            </Stale>
          )}
        </AsyncPanel>
      )}
    </AsyncPanel>
  );
}

function Found({
  title,
  roots,
  onChoose,
}: {
  title: string;
  roots: readonly OccupationNode[];
  onChoose: (chosen: Chosen) => void;
}) {
  if (roots.length === 0) return null;
  return (
    <section className="mb-4">
      <h3 className="pt-2 pb-1 text-dense font-semibold text-muted">{title}</h3>
      <OccupationTree label={`${title} encontradas`} roots={roots} onChoose={onChoose} />
    </section>
  );
}

/** The titles are shown at once, and their figures when they come. */
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
