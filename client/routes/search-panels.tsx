import { memo } from 'react';
import { cnaeSectionCodes } from '../../shared/codes/cnae.ts';
import { executiveSummary } from '../../shared/sentences/executive-summary.ts';
import type { Panels } from '../../shared/contracts/panels.ts';
import type { LoadedMonths } from '../../shared/statistics/quality.ts';
import type { SearchAnswer, SearchFilters } from '../../shared/contracts/search.ts';
import { PanelPair } from '../components/panel-pair.tsx';
import { useQuestionNames } from '../lib/question-names.ts';
import { CompanySizePanel } from '../features/panels/company-size-panel.tsx';
import { DemographicPanel, hasGenderData } from '../features/panels/demographic-panel.tsx';
import { FamilyPanel } from '../features/panels/family-panel.tsx';
import { withoutOwn, type OwnFilter } from '../features/panels/own-filters.tsx';
import { RegionalPanel } from '../features/panels/regional-panel.tsx';
import { SectorPanel } from '../features/panels/sector-panel.tsx';
import { SummaryPanel } from '../features/panels/summary-panel.tsx';
import { TrendPanel } from '../features/panels/trend-panel.tsx';
import { chartSource } from '../features/search/chart-source.ts';

type Counted = readonly { count: number }[];

const everyPlace = { regiao: undefined, uf: undefined, municipios: undefined };
const everyOccupation = {
  searchQuery: undefined,
  cbo: undefined,
  cbos: undefined,
  familiaCbo: undefined,
};

/** The panels below the distribution, in the specification's order; each asks by changing the question. */
function SearchPanels({
  answer,
  panels,
  filters,
  loaded,
  onChange,
}: {
  answer: SearchAnswer;
  panels: Panels;
  filters: SearchFilters;
  loaded: LoadedMonths;
  onChange: (change: Partial<SearchFilters>) => void;
}) {
  const names = useQuestionNames(filters);
  const sourceOf = (question: SearchFilters, groups: Counted) =>
    chartSource(
      question,
      names,
      answer.method,
      groups.reduce((sum, { count }) => sum + count, 0),
    );
  const ownSource = (own: OwnFilter, groups: Counted) => sourceOf(withoutOwn(filters, own), groups);
  const { regional, companySize, trend, gender, age, schooling, sector, family } = panels;
  return (
    <>
      <RegionalPanel
        panel={regional}
        filters={filters}
        source={ownSource('place', [regional.country])}
        onPlace={(place) => onChange({ ...everyPlace, ...place })}
      />
      <PanelPair>
        <CompanySizePanel
          panel={companySize}
          filters={filters}
          source={ownSource('companySize', companySize.sizes)}
        />
        <TrendPanel
          panel={trend}
          source={sourceOf(
            filters,
            trend.months.filter(({ isAsked }) => isAsked),
          )}
        />
      </PanelPair>
      <SummaryPanel sentences={executiveSummary(answer, loaded)} />
      {hasGenderData(gender) && (
        <DemographicPanel
          panels={panels}
          filters={filters}
          sources={{
            gender: ownSource('sex', gender.genders),
            age: ownSource('age', age.bands),
            schooling: ownSource('schooling', schooling.groups),
          }}
        />
      )}
      <PanelPair>
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
        <FamilyPanel
          panel={family}
          source={sourceOf(
            { ...filters, ...everyOccupation, familiaCbo: family?.familia },
            family?.occupations ?? [],
          )}
          onOccupation={(cbo) => onChange({ ...everyOccupation, cbo })}
        />
      </PanelPair>
    </>
  );
}

export default memo(SearchPanels);
