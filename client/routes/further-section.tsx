import { cnaeSectionCodes } from '../../shared/codes/cnae.ts';
import {
  executiveSummary,
  type SummaryPanel as SummaryPanelName,
} from '../../shared/sentences/executive-summary.ts';
import type { Panels } from '../../shared/contracts/panels.ts';
import type { AnswerHead, SearchFilters } from '../../shared/contracts/search.ts';
import { leadToTab } from '../components/tabs.tsx';
import { CompaniesViews, CompanySizePanel } from '../features/panels/company-size-panel.tsx';
import { DeferredPanel } from '../features/panels/deferred-panel.tsx';
import { DemographicPanel } from '../features/panels/demographic-panel.tsx';
import { FamilyPanel } from '../features/panels/family-panel.tsx';
import { withoutOwn, type OwnFilter } from '../features/panels/own-filters.tsx';
import { ProvisionalMonths } from '../features/panels/provisional-months.tsx';
import { RegionalPanel } from '../features/panels/regional-panel.tsx';
import { SectorPanel } from '../features/panels/sector-panel.tsx';
import { SummaryPanel } from '../features/panels/summary-panel.tsx';
import { TrendPanel } from '../features/panels/trend-panel.tsx';
import { chartSource } from '../features/search/search-text.ts';
import { useQuestionNames } from '../lib/reference-options.ts';
import type { SectionName } from '../lib/result-view.ts';

type Counted = readonly { count: number }[];

const everyPlace = {
  regiao: undefined,
  uf: undefined,
  regiaoIbge: undefined,
  municipios: undefined,
};
const everyOccupation = {
  searchQuery: undefined,
  cbo: undefined,
  cbos: undefined,
  familiaCbo: undefined,
};

const sectionOf: Readonly<Record<SummaryPanelName, SectionName>> = {
  distribution: 'distribuicao',
  companySize: 'empresas',
  demographic: 'quem',
};

type Props = {
  section: Exclude<SectionName, 'distribuicao'>;
  answer: AnswerHead;
  panels: Panels;
  filters: SearchFilters;
  onChange: (change: Partial<SearchFilters>) => void;
};

/** A section that is not visible initially. */
export default function FurtherSection({ section, answer, panels, filters, onChange }: Props) {
  const names = useQuestionNames(filters);
  const { method } = answer;
  const subject = { filters, release: method.release?.number };
  const sourceOf = (question: SearchFilters, groups: Counted) =>
    chartSource(
      question,
      names,
      method,
      groups.reduce((sum, { count }) => sum + count, 0),
    );
  const ownSource = (own: OwnFilter, groups: Counted) => sourceOf(withoutOwn(filters, own), groups);
  const { regional, companySize, trend, gender, age, schooling, sector, family } = panels;
  switch (section) {
    case 'lugares':
      return (
        <RegionalPanel
          panel={regional}
          filters={filters}
          source={ownSource('place', [regional.country])}
          onPlace={(place) => onChange({ ...everyPlace, ...place })}
        />
      );
    case 'evolucao':
      return (
        <div className="flex flex-col gap-4">
          <TrendPanel
            panel={trend}
            source={sourceOf(
              filters,
              trend.months.filter(({ isAsked }) => isAsked),
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
      return (
        <DemographicPanel
          panels={panels}
          filters={filters}
          sources={{
            gender: ownSource('sex', gender.genders),
            age: ownSource('age', age.bands),
            schooling: ownSource('schooling', schooling.groups),
          }}
        />
      );
    case 'empresas':
      return (
        <CompaniesViews
          first={filters.secao === undefined && filters.cnaes === undefined ? 'size' : 'sector'}
          size={
            <CompanySizePanel
              panel={companySize}
              filters={filters}
              source={ownSource('companySize', companySize.sizes)}
            />
          }
          sector={
            <SectorPanel
              panel={sector}
              filters={filters}
              source={ownSource(sector.level === 'secao' ? 'section' : 'subclass', sector.sectors)}
              onSection={(codigo) =>
                onChange({
                  cnaes: undefined,
                  secao: cnaeSectionCodes.find((code) => code === codigo),
                })
              }
              onSubclass={(codigo) => onChange({ cnaes: [codigo] })}
            />
          }
        />
      );
    case 'cargos':
      return (
        <FamilyPanel
          panel={family}
          source={sourceOf(
            { ...filters, ...everyOccupation, familiaCbo: family?.familia },
            family?.occupations ?? [],
          )}
          onOccupation={(cbo) => onChange({ ...everyOccupation, cbo })}
        />
      );
    case 'resumo':
      return (
        <SummaryPanel
          sentences={executiveSummary(answer)}
          onPanel={(panel) => leadToTab(sectionOf[panel])}
          completeness={method.completeness}
        />
      );
  }
}
