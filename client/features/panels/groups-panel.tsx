import { Fragment, useState, type ReactNode } from 'react';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { GroupPanel, GroupPanelName } from '../../../shared/panels/group-panels.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import type { ChartSource } from '../../components/charts/chart.ts';
import { ChartPanel, type MarkChoice } from '../../components/charts/chart-view.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { EmptyPanel } from './empty-reason.tsx';
import { findingText } from './figures.ts';
import { groupsChart } from './groups-chart.ts';
import { OwnFilterNote } from './own-filters.tsx';

const fewRows = 10;

/** Pay by groups: the finding, then the first groups until the user requests all. */
export function GroupsPanel({
  panel,
  filters,
  source,
  marks,
  back,
}: {
  panel: GroupPanel;
  filters: SearchFilters;
  source: ChartSource;
  marks?: MarkChoice;
  /** The button that leads back to all groups. */
  back?: ReactNode;
}) {
  const [isWhole, setWhole] = useState(false);
  const { title, own, about = '', emptyText, groups } = panel;
  if (groups.length === 0) return <EmptyPanel title={title} reason={emptyText} />;
  return (
    <ChartPanel
      chart={groupsChart(panel, isWhole ? groups : groups.slice(0, fewRows))}
      source={source}
      marks={marks}
      lead={
        <>
          <FindingText text={findingText(panel)} />
          {own !== null && <OwnFilterNote filters={filters} own={own} />}
          <div className="flex flex-wrap items-center justify-between gap-3 not-empty:mb-3">
            {about !== '' && <p className="max-w-prose text-dense text-muted">{about}</p>}
            {back}
          </div>
        </>
      }
    >
      {groups.length > fewRows && (
        <Button className="mt-3" onClick={() => setWhole(!isWhole)}>
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

/** The panels of a section, one at a time. */
export function PanelViews({
  panels,
  first,
  children,
}: {
  panels: readonly GroupPanel[];
  /** The panel that is visible initially, if the section has it; otherwise the first one. */
  first?: GroupPanelName | undefined;
  children: (panel: GroupPanel) => ReactNode;
}) {
  const [view, setView] = useState(first);
  const shown = panels.find(({ name }) => name === view) ?? panels[0];
  if (shown === undefined) return null;
  return (
    <div className="flex flex-col items-start gap-3 *:last:w-full">
      {panels.length > 1 && (
        <SegmentedControl
          label="Ver por"
          options={viewOptions(panels)}
          value={shown.name}
          onValue={setView}
        />
      )}
      <Fragment key={shown.name}>{children(shown)}</Fragment>
    </div>
  );
}

/** The choices of a control that switches between panels. */
export const viewOptions = (panels: readonly GroupPanel[]) =>
  panels.map(({ name, view }) => [name, view] as const);
