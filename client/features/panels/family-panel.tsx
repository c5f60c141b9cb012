import { occupationName } from '../../../shared/codes/codes.ts';
import type { FamilyPanel as Family } from '../../../shared/contracts/panels.ts';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartPanel } from '../../components/charts/chart-view.tsx';
import { drawBarRows, inReais } from '../../components/charts/bar-rows.tsx';
import { Panel } from '../../components/panel.tsx';
import { Finding, useFirstRows } from './panel-notes.tsx';
import { EmptyReason, emptyTexts } from './empty-reason.tsx';
import { groupColumns } from '../../../shared/statistics/catalogue.ts';
import { extremesText, figureCells, rangeLegend, groupRow } from './figures.ts';

const title = 'Ocupações semelhantes';

/** The occupations of the same CBO family; choosing one runs its query. */
export function FamilyPanel({
  panel,
  source,
  onOccupation,
}: {
  panel: Family | null;
  source: ChartSource;
  onOccupation: (cbo: string) => void;
}) {
  const { shown, more } = useFirstRows(panel?.occupations ?? []);
  if (!panel || panel.occupations.length === 0) {
    return (
      <Panel title={title}>
        <EmptyReason>{panel ? emptyTexts.familyAlone : emptyTexts.familyUnasked}</EmptyReason>
      </Panel>
    );
  }
  return (
    <ChartPanel
      chart={familyChart(panel, shown)}
      source={source}
      onMark={onOccupation}
      lead={
        <>
          <Finding
            isComparable={panel.isComparable}
            designEffect={panel.designEffect}
            groups={panel.occupations.map((figures) => ({
              label: occupationName(figures),
              figures,
            }))}
          />
          <p className="mb-3 max-w-prose text-dense text-muted">
            Ocupações da família {panel.familia} da CBO. Escolha uma para pesquisá-la.
          </p>
        </>
      }
    >
      {more}
    </ChartPanel>
  );
}

/** Draws the visible rows; the table and the file have all rows. */
export function familyChart(panel: Family, shown: readonly Family['occupations'][number][]): Chart {
  const groups = panel.occupations.map((figures) => ({
    label: `${occupationName(figures)} (${figures.cbo})`,
    figures,
  }));
  return {
    title,
    summary:
      `Mediana por ocupação da família ${panel.familia}. ${extremesText({ ...panel, groups })}`.trim(),
    legend: rangeLegend,
    draw: drawBarRows(
      shown.map((figures) =>
        groupRow(figures.cbo, occupationName(figures), figures, figures.isAsked),
      ),
      inReais,
    ),
    table: {
      caption: `Salários das ocupações da família ${panel.familia}`,
      columns: [
        { header: 'Ocupação', format: 'text' },
        { header: 'CBO', format: 'text' },
        ...groupColumns,
      ],
      rows: panel.occupations.map((figures) => [
        occupationName(figures),
        figures.cbo,
        ...figureCells(figures),
      ]),
    },
  };
}
