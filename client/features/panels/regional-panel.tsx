import {
  formatCount,
  formatCounted,
  formatReais,
  aboveOrBelowText,
} from '../../../shared/words/format.ts';
import type { RegionalPanel as Regional } from '../../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import {
  minRecordsText,
  mayDifferByChance,
  type Estimate,
} from '../../../shared/statistics/interval-difference.ts';
import { withoutStateText } from '../../../shared/panels/without-state.ts';
import { suppressionSentences } from '../../../shared/statistics/suppression.ts';
import type { ChartSource } from '../../components/charts/chart.ts';
import { ChartBody, useChartView } from '../../components/charts/chart-view.tsx';
import { Button } from '../../components/button.tsx';
import { Fold } from '../../components/fold.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyPanel, EmptyReason, emptyTexts } from './empty-reason.tsx';
import { OwnFilterNote } from './own-filters.tsx';
import { RankingList } from './ranking-list.tsx';
import { regionalChart } from './regional-chart.ts';

type PlacesProps = {
  panel: Regional;
  filters: SearchFilters;
  /** Queries a part of the country, or all of it. */
  onPlace: (place: Partial<SearchFilters>) => void;
};

/** Pay across the country: a map, the states in order, and the municipalities of the requested state. */
export function RegionalPanel({
  panel,
  filters,
  source,
  onPlace,
}: PlacesProps & { source: ChartSource }) {
  const chosen = filters.uf ?? panel.municipalities?.uf;
  const chart = regionalChart(panel, chosen);
  const { view, tools } = useChartView(chart, source);
  if (panel.states.length === 0) {
    return <EmptyPanel title={chart.title} reason={emptyTexts.regional} />;
  }
  const chooseState = (codigo: string) => onPlace({ uf: codigo });
  return (
    <Panel title={chart.title} aside={tools}>
      <div className="@container">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-prose tabular-nums">{positionText(panel, chosen)}</p>
          {chosen !== undefined && (
            <Button onClick={() => onPlace({})}>Ver o Brasil inteiro</Button>
          )}
        </div>
        <OwnFilterNote filters={filters} own="place" />
        <div
          className={`grid gap-x-8 gap-y-6 ${view === 'chart' ? '@min-[44rem]:grid-cols-[minmax(0,28rem)_minmax(20rem,1fr)]' : ''}`}
        >
          <div className="min-w-0">
            <ChartBody
              chart={chart}
              view={view}
              marks={{ choice: 'Escolha um estado para pesquisá-lo.', onMark: chooseState }}
            />
          </div>
          {view === 'chart' && (
            <div className="flex min-w-0 flex-col gap-5">
              <RankingList
                label={
                  panel.isComparable
                    ? 'Estados, da maior mediana à menor'
                    : 'Estados, do maior número de registros ao menor'
                }
                places={panel.states}
                chosen={chosen === undefined ? [] : [chosen]}
                onPlace={chooseState}
              />
              <PlacesOfState panel={panel} filters={filters} onPlace={onPlace} />
            </div>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** The position of the requested state, in words; without one, the country's summary. Then the records of no state. */
export const positionText = (panel: Regional, uf: string | undefined): string =>
  `${positionOf(panel, uf)} ${withoutStateText(panel)}`.trim();

function positionOf(
  { states, rankedStates, country, isComparable, designEffect }: Regional,
  uf: string | undefined,
): string {
  const among = `${rankedStates} ${rankedStates === 1 ? 'estado' : 'estados'} com ${minRecordsText(designEffect)}`;
  const state = states.find(({ codigo }) => codigo === uf);
  if (uf === undefined) {
    if (country.suppressed === 'protege_outro') return suppressionSentences.protege_outro;
    return country.median === null
      ? 'Faltam registros para uma mediana do país.'
      : `No Brasil, metade ganha até ${formatReais(country.median)}.${isComparable && rankedStates > 0 ? ` Na ordem, ${among}.` : ''}`;
  }
  if (!isComparable) {
    return `${state?.nome ?? uf} não tem posição: os dados estão incompletos.`;
  }
  if (state?.suppressed === 'protege_outro')
    return `${state.nome} não tem posição. ${suppressionSentences.protege_outro}`;
  if (!state || state.rank === null || state.median === null) {
    return `${state?.nome ?? uf} não tem posição: são necessários ${minRecordsText(designEffect)}.`;
  }
  const against =
    country.median === null
      ? ''
      : `, ${againstText({ ...state, median: state.median }, { ...country, median: country.median })}`;
  const ties = states.filter(({ rank }) => rank === state.rank).length - 1;
  const shared = ties === 0 ? '' : `, empatado com ${formatCounted(ties, 'outro', 'outros')}`;
  const ordinal = state.rank === 1 ? '' : `${state.rank}ª `;
  const lead =
    rankedStates === 1
      ? `Só ${state.nome} tem mediana de ${minRecordsText(designEffect)}`
      : `${state.nome} tem a ${ordinal}maior mediana de ${among}${shared}`;
  return `${lead}: ${formatReais(state.median)}${against}.${uncertainText({ ...state, median: state.median }, states)}`;
}

/** A position is no more certain than the difference to the other states that have one. */
function uncertainText(state: Estimate, states: Regional['states']): string {
  const isUncertain = states.some(
    ({ rank, median, medianInterval }) =>
      rank !== null &&
      median !== null &&
      median !== state.median &&
      mayDifferByChance(state, { median, medianInterval }),
  );
  return isUncertain ? ' A posição é incerta: a diferença para outros estados pode ser acaso.' : '';
}

function againstText(state: Estimate, country: Estimate): string {
  const change = state.median / country.median - 1;
  const mayBe = mayDifferByChance(state, country) ? '; pode ser acaso' : '';
  const amount = change === 0 ? '' : ` (${formatReais(country.median)}${mayBe})`;
  return `${aboveOrBelowText(change, 'do Brasil')}${amount}`;
}

/** The municipalities of the requested state, and its immediate regions of IBGE. */
function PlacesOfState({
  panel: { municipalities },
  filters: { municipios = [], regiaoIbge },
  onPlace,
}: PlacesProps) {
  if (!municipalities) {
    return (
      <p className="border-t border-line pt-3 text-dense text-muted print:hidden">
        Escolha um estado para ver aqui os municípios dele.
      </p>
    );
  }
  const { uf, nome, places, regions, total } = municipalities;
  const [townsTitle, regionsTitle] = [`Municípios: ${nome}`, `Regiões do IBGE: ${nome}`];
  return (
    <>
      <section className="border-t border-line pt-4">
        <h3 className="mb-2 font-semibold">{townsTitle}</h3>
        {places.length === 0 ? (
          <EmptyReason>{emptyTexts.municipalities}</EmptyReason>
        ) : (
          places.length < total && (
            <p className="mb-2 text-dense text-muted">
              Os {formatCount(places.length)} com mais registros, de {formatCount(total)}.
            </p>
          )
        )}
        <RankingList
          label={townsTitle}
          places={places}
          chosen={municipios}
          onPlace={(codigo) => onPlace({ uf, municipios: [codigo] })}
        />
      </section>
      {regions.length > 0 && (
        <Fold title={regionsTitle} isOpenAtFirst={regiaoIbge !== undefined}>
          <RankingList
            label={regionsTitle}
            places={regions}
            chosen={regiaoIbge === undefined ? [] : [regiaoIbge]}
            onPlace={(codigo) => onPlace({ uf, regiaoIbge: codigo })}
          />
        </Fold>
      )}
    </>
  );
}
