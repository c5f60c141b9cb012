import { formatReais, formatRecords, formatList } from '../../../shared/words/format.ts';
import type { Place, RegionalPanel } from '../../../shared/contracts/panels.ts';
import {
  areEnough,
  comparableEstimate,
  extremesOf,
  minRecordsText,
} from '../../../shared/statistics/interval-difference.ts';
import type { Chart } from '../../components/charts/chart.ts';
import {
  drawBrazilMap,
  mapStates,
  type MapStep,
  type StateValue,
} from '../../components/charts/brazil-map.tsx';
import { groupColumns } from '../../../shared/statistics/catalogue.ts';
import { figureCells, figuresText, protectionNote, suppressedText } from './figures.ts';

const stepCount = 5;
const middleStep = 2;

/**
 * The steps of the colour scale: five spans of about equal width in whole reais, from the lowest to the highest median.
 * The widths are equal, not the numbers of states: states with similar pay have similar colours.
 */
export function stepsOf(states: readonly Place[], designEffect: number): MapStep[] {
  const medians = states.flatMap(({ count, median }) =>
    !areEnough(count, designEffect) || median === null ? [] : [Math.round(median)],
  );
  if (medians.length === 0) return [];
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  if (high - low < stepCount) return [{ step: middleStep, from: low, to: high }];
  const boundAt = (step: number) => low + Math.round(((high - low) * step) / stepCount);
  return Array.from({ length: stepCount }, (_, step) => ({
    step,
    from: boundAt(step),
    to: step === stepCount - 1 ? high : boundAt(step + 1) - 1,
  }));
}

interface MapColours {
  readonly steps: readonly MapStep[];
  readonly designEffect: number;
}

function stepOf(state: Place | undefined, { steps, designEffect }: MapColours): number | null {
  const median = state && comparableEstimate(state, designEffect)?.median;
  if (median === undefined) return null;
  return steps.findLast(({ from }) => Math.round(median) >= from)?.step ?? null;
}

/** The map and, where there is room, the places of `ranked` beside it. */
export function regionalChart(
  panel: RegionalPanel,
  chosen: string | undefined,
  ranked: readonly Place[] = panel.states,
): Chart {
  const { designEffect } = panel;
  const { places = [], regions = [] } = panel.municipalities ?? {};
  // The lists of municipalities and regions show no means.
  const listed = [...places, ...regions].filter(({ median }) => median === null);
  const colours = { steps: stepsOf(panel.states, designEffect), designEffect };
  return {
    title: 'Competitividade regional',
    summary: summaryOf(panel),
    legend: `Cor: faixa da mediana. Hachura: estado sem mediana de ${minRecordsText(designEffect)}; o número abaixo da sigla mostra quantos há. Sem cor: nenhum registro.`,
    draw: drawBrazilMap(
      mapStates.map((uf) => valueOf(uf, panel.states, colours, chosen)),
      colours.steps,
      ranked.map(rankLine),
    ),
    note: protectionNote([...panel.states, panel.country, ...listed]),
    table: {
      caption: 'Salários por estado',
      columns: [
        { header: 'Estado', format: 'text' },
        { header: 'Posição', format: 'count' },
        ...groupColumns,
      ],
      rows: [
        ...panel.states.map((state) => [state.nome, state.rank, ...figureCells(state)]),
        ['Brasil', null, ...figureCells(panel.country)],
      ],
    },
  };
}

function rankLine({ rank, nome, median, count }: Place): string[] {
  return [
    rank === null ? '—' : `${rank}º`,
    nome,
    median === null ? '—' : formatReais(median),
    formatRecords(count),
  ];
}

function valueOf(
  uf: string,
  states: readonly Place[],
  colours: MapColours,
  chosen: string | undefined,
): StateValue {
  const state = states.find(({ codigo }) => codigo === uf);
  const rank = state?.rank === null || state === undefined ? '' : `${state.rank}º, `;
  return {
    uf,
    step: stepOf(state, colours),
    count: state?.count ?? 0,
    isStrong: uf === chosen,
    name: state
      ? rank + figuresText(state.nome, state)
      : `${uf}: ${suppressedText(0, 'sem_registros')}`,
  };
}

function summaryOf(panel: RegionalPanel): string {
  const { states, country, isComparable, designEffect } = panel;
  if (!isComparable) return 'Mediana por estado, sem posições: os dados estão incompletos.';
  const ranked = states.filter(({ rank }) => rank !== null);
  const [first] = ranked;
  if (!first) return `Sem posições: nenhum estado tem mediana de ${minRecordsText(designEffect)}.`;
  if (ranked.length === 1) {
    return `Só ${first.nome} tem mediana de ${minRecordsText(designEffect)}: ${formatReais(first.median ?? 0)}.`;
  }
  const whole = country.median === null ? '' : ` No Brasil, ${formatReais(country.median)}.`;
  const { compared, found, same } = extremesOf(states, designEffect);
  const extremes =
    found === null
      ? same === null
        ? 'A diferença entre a maior e a menor pode ser acaso.'
        : `É a mesma em todos: ${formatReais(same)}.`
      : `A maior: ${namesOf(found.highestTied)}, ${formatReais(found.highest.median)}. A menor: ${namesOf(found.lowestTied)}, ${formatReais(found.lowest.median)}.`;
  return `Mediana por estado, de ${compared} estados com ${minRecordsText(designEffect)}. ${extremes}${whole}`;
}

const namesOf = (states: readonly { readonly nome: string }[]) =>
  formatList(states.map(({ nome }) => nome));
