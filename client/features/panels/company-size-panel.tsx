import { useState, type ReactNode } from 'react';
import { sizeName } from '../../../shared/codes/codes.ts';
import type { CompanySizePanel as Sizes } from '../../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartPanel } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { Finding } from './panel-notes.tsx';
import { EmptyReason, emptyTexts } from './empty-reason.tsx';
import { OwnFilterNote } from './own-filters.tsx';
import { groupsChart } from './groups-chart.ts';
import { SegmentedControl } from '../../components/segmented-control.tsx';

const title = 'Porte da empresa';

/** Pay by the size of the establishment. */
export function CompanySizePanel({
  panel,
  filters,
  source,
}: {
  panel: Sizes;
  filters: SearchFilters;
  source: ChartSource;
}) {
  const sizes = panel.sizes.filter(({ count }) => count > 0);
  if (sizes.every(({ porte }) => porte === null)) {
    return (
      <Panel title={title}>
        <EmptyReason>{emptyTexts.companySize}</EmptyReason>
      </Panel>
    );
  }
  return (
    <ChartPanel
      chart={companySizeChart({ ...panel, sizes }, filters.porte)}
      source={source}
      lead={
        <>
          <Finding
            isComparable={panel.isComparable}
            designEffect={panel.designEffect}
            groups={sizes.map((figures) => ({ label: sizeName(figures.porte), figures }))}
          />
          <OwnFilterNote filters={filters} own="companySize" />
        </>
      }
    >
      <p className="mt-2 text-dense text-muted">
        Pelo critério do SEBRAE, segundo os empregados em janeiro e o setor.
      </p>
    </ChartPanel>
  );
}

export const companySizeChart = (
  { sizes, isComparable, designEffect }: Sizes,
  asked: string | undefined,
): Chart =>
  groupsChart({
    title,
    isComparable,
    designEffect,
    by: 'porte do estabelecimento',
    caption: 'Salários por porte da empresa',
    header: 'Porte',
    groups: sizes.map((figures) => ({
      key: sizeName(figures.porte),
      label: sizeName(figures.porte),
      isAsked: figures.porte !== null && figures.porte === asked,
      figures,
    })),
  });

const views = [
  { value: 'size', label: 'Porte' },
  { value: 'sector', label: 'Setor' },
] as const;
type CompaniesView = (typeof views)[number]['value'];

/** Employers by size or by sector, one view at a time. */
export function CompaniesViews({
  first,
  size,
  sector,
}: {
  first: CompaniesView;
  size: ReactNode;
  sector: ReactNode;
}) {
  const [view, setView] = useState(first);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <SegmentedControl label="Ver por" options={views} value={view} onValue={setView} />
      </div>
      {view === 'size' ? size : sector}
    </div>
  );
}
