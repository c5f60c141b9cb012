import { useMemo, useState, type ReactNode } from 'react';
import Download from 'lucide-react/icons/download';
import { Popover } from 'radix-ui';
import { PopoverContent } from '../popover-content.tsx';
import { Panel } from '../panel.tsx';
import { ScrollRegion } from '../scroll-region.tsx';
import { SegmentedControl } from '../segmented-control.tsx';
import { StackingTable } from '../stacking-table.tsx';
import { Table } from '../table.tsx';
import type { Chart, ChartSource, ChartForm } from './chart.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { cellText, type TableData } from './table-data.ts';
import { IconButton } from '../button.tsx';
import { useOpenOverPage } from '../../lib/hooks.ts';
import { showToast } from '../toast.ts';

const views = [
  ['chart', 'Gráfico'],
  ['table', 'Tabela'],
] as const;
type ChartView = (typeof views)[number][0];

/** Whether a panel shows its chart or its table; the tools switch between them, and have the menu that saves the chart. */
export function useChartView(chart: Chart, source: ChartSource) {
  const [view, setView] = useState<ChartView>('chart');
  const tools = useMemo(
    () => (
      <div className="flex items-center gap-1 self-center print:hidden">
        <SegmentedControl
          label={`Ver como: ${chart.title}`}
          options={views}
          value={view}
          onValue={setView}
        />
        <ChartMenu chart={chart} source={source} />
      </div>
    ),
    [chart, source, view],
  );
  return { view, tools };
}

/** What a user can do with a mark of a chart, in words; a table has no marks. */
export interface MarkChoice {
  readonly choice: string;
  readonly onMark: (key: string) => void;
}

/** The chart with its summary and legend, or its table; then why figures are missing. */
export function ChartBody({
  chart,
  view,
  marks,
  children = <ChartCanvas title={chart.title} draw={chart.draw} onMark={marks?.onMark} />,
}: {
  chart: Chart;
  view: ChartView;
  marks?: MarkChoice | undefined;
  /** Replaces the chart's own drawing. */
  children?: ReactNode;
}) {
  return (
    <>
      {view === 'table' ? (
        <DataTable data={chart.table} />
      ) : (
        <figure>
          {marks && (
            <p className="mb-2 max-w-prose text-dense text-muted print:hidden">{marks.choice}</p>
          )}
          {children}
          <figcaption>
            <span className="sr-only">{chart.summary}</span>
            <span className="mt-3 block text-dense text-muted">{chart.legend}</span>
          </figcaption>
        </figure>
      )}
      {chart.note && <p className="mt-2 max-w-prose text-dense text-muted">{chart.note}</p>}
    </>
  );
}

type ShownChart = {
  chart: Chart;
  source: ChartSource;
  /** Text above the chart. */
  lead?: ReactNode;
  /** Content below the chart. */
  children?: ReactNode;
};

export function ChartPanel({
  chart,
  source,
  lead,
  marks,
  children,
}: ShownChart & { marks?: MarkChoice | undefined }) {
  const { view, tools } = useChartView(chart, source);
  return (
    <Panel title={chart.title} aside={tools}>
      {lead}
      <ChartBody chart={chart} view={view} marks={marks} />
      {children}
    </Panel>
  );
}

/** A chart within a panel, under its own heading. */
export function ChartSection({
  chart,
  source,
  heading,
  lead,
  children,
}: ShownChart & { heading: string }) {
  const { view, tools } = useChartView(chart, source);
  return (
    <section className="min-w-0 break-inside-avoid">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{heading}</h3>
        {tools}
      </div>
      {lead}
      <ChartBody chart={chart} view={view} />
      {children}
    </section>
  );
}

/**
 * A chart's table; a long table scrolls inside its own region. On a phone the rows become cards if there are many columns,
 * or reasons beside the figures.
 */
export function DataTable({ data: { caption, columns, rows } }: { data: TableData }) {
  const hasLongText = (index: number) => rows.some((row) => String(row[index]).length > 25);
  const isWide = columns.length > 8 || columns.some((_, index) => index > 0 && hasLongText(index));
  const regionClass = 'max-h-[480px] print:max-h-none';
  const table = {
    caption,
    columns: columns.map(({ header, format }, index) => ({
      header,
      align: format === 'text' ? ('left' as const) : ('right' as const),
      isRowHeader: index === 0,
      // With many columns, names and reasons would otherwise wrap at every word.
      className: hasLongText(index) ? 'min-w-36' : '',
      cell: (row: TableData['rows'][number]) =>
        isWide && row[index] === null ? null : cellText(row[index] ?? null, format),
    })),
    rows,
    rowKey: (_: unknown, index: number) => String(index),
  };
  if (!isWide) return <Table {...table} regionClass={regionClass} />;
  return (
    <ScrollRegion label={`Tabela: ${caption}`} className={`overflow-auto ${regionClass}`}>
      <StackingTable {...table} />
    </ScrollRegion>
  );
}

const forms = [
  { form: 'png', label: 'Imagem (PNG)' },
  { form: 'svg', label: 'Desenho (SVG)' },
  { form: 'csv', label: 'Dados (CSV)' },
] as const satisfies readonly { form: ChartForm; label: string }[];

/** A menu that saves the chart as data or as a picture. */
function ChartMenu({ chart, source }: { chart: Chart; source: ChartSource }) {
  const [isOpen, setOpen] = useOpenOverPage();
  const take = async (form: ChartForm) => {
    setOpen(false);
    try {
      const { saveChart } = await import('./save-chart.tsx');
      await saveChart(chart, source, form);
    } catch {
      showToast({
        tone: 'danger',
        title: 'Não foi possível baixar',
        description: 'Tente de novo ou escolha outro formato.',
      });
    }
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label={`Baixar: ${chart.title}`}>
          <Download aria-hidden size={16} />
        </IconButton>
      </Popover.Trigger>
      <PopoverContent
        align="end"
        aria-label={`Baixar: ${chart.title}`}
        className="grid min-w-40 p-1"
      >
        {forms.map(({ form, label }) => (
          <button
            key={form}
            type="button"
            onClick={() => void take(form)}
            className="min-h-9 rounded-control px-3 text-left text-dense hover:bg-sunken pointer-coarse:min-h-11"
          >
            {label}
          </button>
        ))}
      </PopoverContent>
    </Popover.Root>
  );
}
