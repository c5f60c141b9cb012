import { formatCount } from '../../../shared/words/format.ts';
import { sectorName } from '../../../shared/codes/codes.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { SectorPanel as Sectors } from '../../../shared/contracts/panels.ts';
import { Button } from '../../components/button.tsx';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartPanel } from '../../components/charts/chart-view.tsx';
import { drawBarRows, inReais } from '../../components/charts/bar-rows.tsx';
import { Panel } from '../../components/panel.tsx';
import { Finding, useFirstRows } from './panel-notes.tsx';
import { EmptyReason, emptyTexts } from './empty-reason.tsx';
import { OwnFilterNote } from './own-filters.tsx';
import { groupColumns } from '../../../shared/statistics/catalogue.ts';
import { extremesText, figureCells, rangeLegend, groupRow } from './figures.ts';

const title = 'Setor de atividade';

/** CNAE sections; choosing one opens its subclasses. */
export function SectorPanel({
  panel,
  filters,
  source,
  onSection,
  onSubclass,
}: {
  panel: Sectors;
  filters: SearchFilters;
  source: ChartSource;
  /** Runs the query for a section; undefined runs it for all sections. */
  onSection: (codigo: string | undefined) => void;
  onSubclass: (codigo: string) => void;
}) {
  const { shown, more } = useFirstRows(panel.sectors);
  const { section, level, sectors, total } = panel;
  if (sectors.length === 0) {
    return (
      <Panel title={title}>
        <EmptyReason>{emptyTexts.sector}</EmptyReason>
      </Panel>
    );
  }
  return (
    <ChartPanel
      chart={sectorChart(panel, shown, filters.cnaes ?? [])}
      source={source}
      onMark={level === 'secao' ? onSection : onSubclass}
      lead={
        <>
          <Finding
            isComparable={panel.isComparable}
            designEffect={panel.designEffect}
            groups={sectors.map((figures) => ({ label: sectorName(figures), figures }))}
          />
          <OwnFilterNote filters={filters} own={level === 'secao' ? 'section' : 'subclass'} />
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-prose text-dense text-muted">
              {level === 'secao'
                ? 'Escolha um setor para ver as suas atividades.'
                : `Atividades de: ${section?.nome ?? 'setor sem nome'}. Escolha uma para pesquisá-la.`}
              {sectors.length < total &&
                ` São ${formatCount(total)}; aqui estão as ${formatCount(sectors.length)} com mais registros.`}
            </p>
            {level === 'subclasse' && (
              <Button className="print:hidden" onClick={() => onSection(undefined)}>
                Todos os setores
              </Button>
            )}
          </div>
        </>
      }
    >
      {more}
    </ChartPanel>
  );
}

/** Draws the visible rows; the table and the file have all rows. */
export function sectorChart(
  panel: Sectors,
  shown: readonly Sectors['sectors'][number][],
  asked: readonly string[],
): Chart {
  const groups = panel.sectors.map((figures) => ({ label: sectorName(figures), figures }));
  const kind = panel.level === 'secao' ? 'Seção da CNAE' : 'Subclasse da CNAE';
  return {
    title,
    summary: `Mediana por setor de atividade. ${extremesText({ ...panel, groups })}`.trim(),
    legend: rangeLegend,
    draw: drawBarRows(
      shown.map((figures) =>
        groupRow(figures.codigo, sectorName(figures), figures, asked.includes(figures.codigo)),
      ),
      inReais,
    ),
    table: {
      caption: 'Salários por setor de atividade',
      columns: [
        { header: kind, format: 'text' },
        { header: 'Código', format: 'text' },
        ...groupColumns,
      ],
      rows: groups.map(({ label, figures }) => [label, figures.codigo, ...figureCells(figures)]),
    },
  };
}
