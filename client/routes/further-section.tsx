import { cnaeSectionCodes } from '../../shared/codes/cnae.ts';
import {
  executiveSummary,
  type SummaryPanel as SummaryPanelName,
} from '../../shared/sentences/executive-summary.ts';
import { noPlace } from '../../shared/filters/place.ts';
import type { Panels } from '../../shared/contracts/panels.ts';
import type { AnswerHead, SearchFilters } from '../../shared/contracts/search.ts';
import { groupPanel, panelsOfSection, type GroupPanel } from '../../shared/panels/group-panels.ts';
import { Button } from '../components/button.tsx';
import { leadToTab } from '../components/tabs.tsx';
import { DeferredPanel } from '../features/panels/deferred-panel.tsx';
import { DemographicPanel } from '../features/panels/demographic-panel.tsx';
import { GroupsPanel, PanelViews } from '../features/panels/groups-panel.tsx';
import { withoutOwn } from '../features/panels/own-filters.tsx';
import { ProvisionalMonths } from '../features/panels/provisional-months.tsx';
import { RegionalPanel } from '../features/panels/regional-panel.tsx';
import { SummaryPanel } from '../features/panels/summary-panel.tsx';
import { TrendPanel } from '../features/panels/trend-panel.tsx';
import { noOccupation } from '../features/search/search-form.ts';
import { chartSource } from '../features/search/search-text.ts';
import { useQueryNames } from '../lib/reference-options.ts';
import type { SectionName } from '../lib/result-view.ts';

type Counted = readonly { count: number }[];

const sectionOf: Readonly<Record<SummaryPanelName, SectionName>> = {
  distribution: 'distribuicao',
  companySize: 'empresas',
  demographic: 'quem',
};

export type FurtherSectionProps = {
  section: Exclude<SectionName, 'distribuicao'>;
  answer: AnswerHead;
  panels: Panels;
  filters: SearchFilters;
  onChange: (change: Partial<SearchFilters>) => void;
};

/** A section that is not visible initially. */
export default function FurtherSection({
  section,
  answer,
  panels,
  filters,
  onChange,
}: FurtherSectionProps) {
  const names = useQueryNames(filters);
  const { method } = answer;
  const subject = { filters, release: method.release?.number };
  const sourceOf = (query: SearchFilters, groups: Counted) =>
    chartSource(
      query,
      names,
      method,
      groups.reduce((sum, { count }) => sum + count, 0),
    );
  const groupSource = ({ name, own, groups }: GroupPanel) => {
    const family = { ...filters, ...noOccupation, familiaCbo: panels.family?.familia };
    const applied = own === null ? filters : withoutOwn(filters, own);
    return sourceOf(
      name === 'family' ? family : applied,
      groups.map(({ figures }) => figures),
    );
  };
  const { regional, trend } = panels;
  switch (section) {
    case 'lugares':
      return (
        <RegionalPanel
          panel={regional}
          filters={filters}
          source={sourceOf(withoutOwn(filters, 'place'), [regional.country])}
          onPlace={(place) => onChange({ ...noPlace, ...place })}
        />
      );
    case 'evolucao':
      return (
        <div className="flex flex-col gap-4">
          <TrendPanel
            panel={trend}
            source={sourceOf(
              filters,
              trend.months.filter(({ isRequested }) => isRequested),
            )}
          />
          <ProvisionalMonths method={method} />
          <DeferredPanel
            name="salario-ou-composicao"
            title="Salário ou composição"
            subject={subject}
          />
          <DeferredPanel name="entradas-e-saidas" title="Entradas e saídas" subject={subject} />
        </div>
      );
    case 'quem':
      return <DemographicPanel panels={panels} filters={filters} sourceOf={groupSource} />;
    case 'empresas':
    case 'cargos':
      return (
        <PanelViews
          key={section}
          panels={panelsOfSection(section).map((name) => groupPanel(name, panels, filters))}
          first={hasSector(filters) ? 'sector' : undefined}
        >
          {(panel) => (
            <GroupsPanel
              panel={panel}
              filters={filters}
              source={groupSource(panel)}
              {...(panel.name === 'sector' && sectorChoice(panels, onChange))}
              {...(panel.name === 'family' && {
                marks: {
                  choice: 'Escolha uma ocupação para pesquisá-la.',
                  onMark: (cbo) => onChange({ ...noOccupation, cbo }),
                },
              })}
            />
          )}
        </PanelViews>
      );
    case 'resumo':
      return (
        <SummaryPanel
          sentences={executiveSummary(answer, filters)}
          onPanel={(panel) => leadToTab(sectionOf[panel])}
          completeness={method.completeness}
        />
      );
  }
}

const hasSector = ({ secao, cnaes }: SearchFilters) => secao !== undefined || cnaes !== undefined;

/** A sector leads to its activities, and an activity to its search. */
const sectorChoice = ({ sector }: Panels, onChange: FurtherSectionProps['onChange']) =>
  sector.level === 'secao'
    ? {
        marks: {
          choice: 'Escolha um setor para ver as suas atividades.',
          onMark: (codigo: string) =>
            onChange({ cnaes: undefined, secao: cnaeSectionCodes.find((code) => code === codigo) }),
        },
      }
    : {
        marks: {
          choice: 'Escolha uma atividade para pesquisá-la.',
          onMark: (codigo: string) => onChange({ cnaes: [codigo] }),
        },
        back: (
          <Button onClick={() => onChange({ cnaes: undefined, secao: undefined })}>
            Todos os setores
          </Button>
        ),
      };
