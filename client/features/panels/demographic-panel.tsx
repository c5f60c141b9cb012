import { useState } from 'react';
import {
  gapCautions,
  gapRange,
  gapSentence,
  isGapClear,
} from '../../../shared/statistics/gender-gap.ts';
import type { GenderPanel, Panels } from '../../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import {
  groupPanel,
  panelsOfSection,
  type GroupPanel,
  type GroupPanelName,
} from '../../../shared/panels/group-panels.ts';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';
import type { ChartSource } from '../../components/charts/chart.ts';
import { ChartSection } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { CommonAges } from './age-bands.tsx';
import { EmptyReason } from './empty-reason.tsx';
import { findingText, tooFewText } from './figures.ts';
import { groupsChart } from './groups-chart.ts';
import { FindingText, viewOptions } from './groups-panel.tsx';
import { OwnFilterNote } from './own-filters.tsx';

/** The demographics of the records: gender and its gap, age or schooling, one at a time. */
export function DemographicPanel({
  panels,
  filters,
  sourceOf,
}: {
  panels: Panels;
  filters: SearchFilters;
  sourceOf: (panel: GroupPanel) => ChartSource;
}) {
  const [view, setView] = useState<GroupPanelName>('gender');
  const { gender, age } = panels;
  const views = panelsOfSection('quem').map((name) => groupPanel(name, panels, filters));
  const panel = groupPanel(view, panels, filters);
  const gap = gender.isComparable ? gapText(gender) : null;
  return (
    <Panel
      title="Análise demográfica"
      aside={
        <SegmentedControl
          label="Ver por"
          options={viewOptions(views)}
          value={view}
          onValue={setView}
        />
      }
    >
      <FindingText text={view === 'gender' ? gap : findingText(panel)} />
      {panel.groups.length === 0 ? (
        <EmptyReason>{panel.emptyText}</EmptyReason>
      ) : (
        <ChartSection
          key={view}
          heading={panel.header}
          chart={groupsChart(panel)}
          source={sourceOf(panel)}
          lead={panel.own !== null && <OwnFilterNote filters={filters} own={panel.own} />}
        >
          {view === 'gender' && gender.gap && (
            <p className="mt-3 max-w-prose text-dense text-muted">{gapCautions(gender)}</p>
          )}
          {view === 'age' && <CommonAges age={age} />}
        </ChartSection>
      )}
    </Panel>
  );
}

/** Women's median against men's, with its interval; without enough records of both, the reason. */
export function gapText(panel: GenderPanel): string {
  const { gap } = panel;
  if (!gap) {
    return `Só comparamos as medianas com ao menos ${minForStatistics} registros de cada gênero e se a comparação não revelar uma mediana omitida.`;
  }
  if (!isGapClear(panel)) return tooFewText;
  const range = gapRange(gap);
  const interval = range === null ? '' : ` Intervalo de 95\u00a0% da diferença: ${range}.`;
  return `${gapSentence(gap)}.${interval}`;
}
