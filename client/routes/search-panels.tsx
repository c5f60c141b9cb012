import { memo } from 'react';
import { cnaeSectionCodes } from '../../shared/cnae.ts';
import type { Panels } from '../../shared/panels.ts';
import type { SearchFilters } from '../../shared/search.ts';
import type { ChartSource } from '../components/charts/chart.ts';
import { CompanySizePanel } from '../features/panels/company-size-panel.tsx';
import { DemographicPanel, hasGenderData } from '../features/panels/demographic-panel.tsx';
import { FamilyPanel } from '../features/panels/family-panel.tsx';
import { RegionalPanel } from '../features/panels/regional-panel.tsx';
import { SectorPanel } from '../features/panels/sector-panel.tsx';
import { TrendPanel } from '../features/panels/trend-panel.tsx';

type Change = Partial<SearchFilters>;

/** The panels below the distribution, in the specification's order; each asks by changing the question. */
function SearchPanels({
  panels,
  filters,
  source,
  onChange,
}: {
  panels: Panels;
  filters: SearchFilters;
  source: ChartSource;
  onChange: (change: Change) => void;
}) {
  const { uf, municipios = [], genero, escolaridade } = filters;
  return (
    <>
      <RegionalPanel
        panel={panels.regional}
        uf={uf}
        municipios={municipios}
        source={source}
        onPlace={(place) =>
          onChange({ regiao: undefined, uf: undefined, municipios: undefined, ...place })
        }
      />
      <CompanySizePanel panel={panels.companySize} source={source} />
      <TrendPanel panel={panels.trend} source={source} />
      {hasGenderData(panels.gender) && (
        <DemographicPanel panels={panels} asked={{ genero, escolaridade }} source={source} />
      )}
      <div className="@container">
        <div className="grid gap-4 @min-[60rem]:grid-cols-2">
          <SectorPanel
            panel={panels.sector}
            source={source}
            onSection={(codigo) =>
              onChange({
                cnaes: undefined,
                secao: cnaeSectionCodes.find((code) => code === codigo),
              })
            }
            onSubclass={(codigo) => onChange({ cnaes: [codigo] })}
          />
          <FamilyPanel
            panel={panels.family}
            source={source}
            onOccupation={(cbo) =>
              onChange({ searchQuery: undefined, cbos: undefined, familiaCbo: undefined, cbo })
            }
          />
        </div>
      </div>
    </>
  );
}

export default memo(SearchPanels);
