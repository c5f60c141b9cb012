import { formatReais } from '../../../shared/format.ts';
import type { Place, RegionalPanel } from '../../../shared/panels.ts';
import type { Chart } from '../../components/charts/chart.ts';
import { drawTileMap, type TileStep, type TileValue } from '../../components/charts/tile-map.tsx';
import { stateTiles } from '../../components/charts/state-tiles.ts';
import { countOnlyText, figureCells, figureColumns, figuresText } from './figures.ts';

const mostSteps = 5;

/** Each state's step, 0 to 4: fifths of the ranked states, equal medians on the same step. */
export function stepsOf(states: readonly Place[]): ReadonlyMap<string, number> {
  const ascending = states
    .flatMap(({ codigo, median }) => (median === null ? [] : [{ codigo, median }]))
    .toSorted((left, right) => left.median - right.median);
  return new Map(
    ascending.map(({ codigo, median }) => {
      const below = ascending.findIndex((other) => other.median === median);
      return [codigo, Math.floor((below * mostSteps) / ascending.length)];
    }),
  );
}

export function regionalChart(panel: RegionalPanel, chosen: string | undefined): Chart {
  const steps = stepsOf(panel.states);
  return {
    title: 'Competitividade regional',
    summary: summaryOf(panel),
    legend:
      'Cada quadrado é um estado, perto do seu lugar no mapa; o número é a mediana em reais inteiros. Escolha um estado para pesquisá-lo.',
    draw: drawTileMap(
      stateTiles.map(({ uf }) => tileOf(uf, panel.states, steps, chosen)),
      legendOf(panel.states, steps),
      'Mediana, em R$',
    ),
    table: {
      caption: 'Salários por estado',
      columns: [
        { header: 'Estado', format: 'text' },
        { header: 'Posição', format: 'count' },
        ...figureColumns,
      ],
      rows: [
        ...panel.states.map((state) => [state.nome, state.rank, ...figureCells(state)]),
        ['Brasil', null, ...figureCells(panel.country)],
      ],
    },
  };
}

function tileOf(
  uf: string,
  states: readonly Place[],
  steps: ReadonlyMap<string, number>,
  chosen: string | undefined,
): TileValue {
  const state = states.find(({ codigo }) => codigo === uf);
  const rank = state?.rank === null || state === undefined ? '' : `${state.rank}º, `;
  return {
    uf,
    reais: state?.median ?? null,
    step: steps.get(uf) ?? null,
    count: state?.count ?? 0,
    isStrong: uf === chosen,
    name: state ? rank + figuresText(state.nome, state) : `${uf}: ${countOnlyText(0)}`,
  };
}

/** What each step of the colours holds: the lowest and the highest median on it. */
function legendOf(states: readonly Place[], steps: ReadonlyMap<string, number>): TileStep[] {
  return Array.from({ length: mostSteps }, (_, step) => {
    const medians = states
      .filter(({ codigo }) => steps.get(codigo) === step)
      .flatMap(({ median }) => (median === null ? [] : [median]));
    return { step, from: Math.min(...medians), to: Math.max(...medians), size: medians.length };
  }).filter(({ size }) => size > 0);
}

function summaryOf({ states, rankedStates, country }: RegionalPanel): string {
  const ranked = states.filter(({ rank }) => rank !== null);
  const [first, last] = [ranked[0], ranked.at(-1)];
  if (!first || !last) return 'Nenhum estado tem registros bastantes para uma mediana.';
  const whole = country.median === null ? '' : ` No Brasil, ${formatReais(country.median)}.`;
  return `Mediana por estado, de ${rankedStates} estados. A maior: ${first.nome}, ${formatReais(first.median ?? 0)}. A menor: ${last.nome}, ${formatReais(last.median ?? 0)}.${whole}`;
}
