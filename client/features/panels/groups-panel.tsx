import { Fragment, useState, type ReactNode } from 'react';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import type { ChartSource } from '../../components/charts/chart.ts';
import { ChartPanel } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { EmptyReason } from './empty-reason.tsx';
import { findingText } from './figures.ts';
import { groupsChart, type GroupPanel } from './group-panels.ts';
import { OwnFilterNote } from './own-filters.tsx';

const fewRows = 10;

/** Pay by groups: the finding, then the first groups until the user requests all. A choice runs a query. */
export function GroupsPanel({
  panel,
  filters,
  source,
  choice = '',
  back,
  onGroup,
}: {
  panel: GroupPanel;
  filters: SearchFilters;
  source: ChartSource;
  /** What choosing a group does, in words. */
  choice?: string;
  /** The button that leads back to all groups. */
  back?: ReactNode;
  onGroup?: (key: string) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const { title, own, about = '', emptyText, groups } = panel;
  if (groups.length === 0) {
    return (
      <Panel title={title}>
        <EmptyReason>{emptyText}</EmptyReason>
      </Panel>
    );
  }
  return (
    <ChartPanel
      chart={groupsChart(panel, isWhole ? groups : groups.slice(0, fewRows))}
      source={source}
      {...(onGroup && { onMark: onGroup })}
      lead={
        <>
          <FindingText text={findingText(panel)} />
          {own !== null && <OwnFilterNote filters={filters} own={own} />}
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-prose text-dense text-muted">{`${about} ${choice}`.trim()}</p>
            {back}
          </div>
        </>
      }
    >
      {groups.length > fewRows && (
        <Button className="mt-3 print:hidden" onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? `Ver só as ${fewRows} primeiras`
            : `Ver todas as linhas (${formatCount(groups.length)})`}
        </Button>
      )}
    </ChartPanel>
  );
}

/** A section's finding, in one sentence at its head; nothing for incomplete data. */
export function FindingText({ text }: { text: string | null }) {
  return text !== null && <p className="mb-3 max-w-prose tabular-nums">{text}</p>;
}

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
    <div className="flex flex-col items-start gap-3 *:last:w-full">
      <SegmentedControl label="Ver por" options={views} value={view} onValue={setView} />
      <Fragment key={view}>{view === 'size' ? size : sector}</Fragment>
    </div>
  );
}
