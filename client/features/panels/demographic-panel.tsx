import { gapCautions, gapRange, gapSentence } from '../../../shared/statistics/gender-gap.ts';
import { genderName } from '../../../shared/codes/group-names.ts';
import type { GenderPanel, Panels, SchoolingPanel } from '../../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { fewestForGenderGap } from '../../../shared/statistics/sample-size.ts';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartSection } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { OwnFilterNote } from './own-filters.tsx';
import { AgeBands, CommonAges } from './age-bands.tsx';
import { anchors } from './anchors.ts';
import { EmptyReason } from './empty-reason.tsx';
import { emptyTexts } from './empty-texts.ts';
import { groupsChart } from './groups-chart.ts';

type Schooling = SchoolingPanel;

/** Hidden without gender data, as the specification has it. */
export function hasGenderData({ genders: groups }: GenderPanel): boolean {
  return groups.some(({ genero, count }) => genero !== null && count > 0);
}

/** Who the records are of: gender and its gap, age, schooling. */
export function DemographicPanel({
  panels: { gender, age, schooling },
  filters,
  sources,
}: {
  panels: Pick<Panels, 'gender' | 'age' | 'schooling'>;
  filters: SearchFilters;
  sources: { gender: ChartSource; age: ChartSource; schooling: ChartSource };
}) {
  const groups = schooling.groups.filter(({ count }) => count > 0);
  return (
    <Panel title="Análise demográfica" anchor={anchors.demographic}>
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 @min-[48rem]:grid-cols-2">
          <ChartSection
            heading="Gênero"
            chart={genderChart(gender, filters.genero)}
            source={sources.gender}
            lead={<OwnFilterNote filters={filters} own="sex" />}
          >
            <Gap panel={gender} />
          </ChartSection>
          <CommonAges age={age} filters={filters} />
          <AgeBands age={age} filters={filters} source={sources.age} />
          <div className="min-w-0 @min-[48rem]:col-span-2">
            {groups.length === 0 ? (
              <>
                <h3 className="mb-2 font-semibold">Escolaridade</h3>
                <EmptyReason>{emptyTexts.schooling}</EmptyReason>
              </>
            ) : (
              <ChartSection
                heading="Escolaridade"
                chart={schoolingChart(groups, filters.escolaridade)}
                source={sources.schooling}
                lead={<OwnFilterNote filters={filters} own="schooling" />}
              />
            )}
          </div>
        </div>
      </div>
    </Panel>
  );
}

export const genderChart = ({ genders: all }: GenderPanel, asked: string | undefined): Chart =>
  groupsChart({
    title: 'Salários por gênero',
    by: 'gênero',
    caption: 'Salários por gênero',
    header: 'Gênero',
    groups: all
      .filter(({ count }) => count > 0)
      .map((figures) => ({
        key: genderName(figures.genero),
        label: genderName(figures.genero),
        isAsked: figures.genero === asked,
        figures,
      })),
  });

/** Women's median against men's, with its interval; without enough of both, why not. */
export function gapText(gap: GenderPanel['gap']): string {
  if (!gap) {
    return `As medianas só são comparadas com ao menos ${fewestForGenderGap} registros de cada gênero.`;
  }
  const range = gapRange(gap);
  const interval = range === null ? '' : ` Intervalo de 95\u00a0% da diferença: ${range}.`;
  return `${gapSentence(gap)}.${interval}`;
}

function Gap({ panel }: { panel: GenderPanel }) {
  return (
    <div className="mt-3 max-w-prose tabular-nums">
      <p>{gapText(panel.gap)}</p>
      {panel.gap && <p className="mt-1 text-dense text-muted">{gapCautions(panel)}</p>}
    </div>
  );
}

export const schoolingChart = (groups: Schooling['groups'], asked: string | undefined): Chart =>
  groupsChart({
    title: 'Salários por escolaridade',
    by: 'escolaridade',
    caption: 'Salários por escolaridade',
    header: 'Escolaridade',
    groups: groups.map((figures) => ({
      key: figures.escolaridade,
      label: figures.nome,
      isAsked: figures.escolaridade === asked,
      figures,
    })),
  });
