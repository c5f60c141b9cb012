import { useState } from 'react';
import type { ChartSource, Chart } from '../../components/charts/chart.ts';
import { ChartPanel } from '../../components/charts/chart-view.tsx';
import { withoutEmptyColumns, type TableData } from '../../components/charts/table-data.ts';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { EmptyPanel, emptyTexts } from './empty-reason.tsx';
import {
  lateIndexText,
  usualMoney,
  type MoneyKind,
  moneyText,
} from '../../../shared/statistics/deflation.ts';
import type { TrendPanel as Trend } from '../../../shared/contracts/panels.ts';
import {
  formatLongMonth,
  formatMonth,
  formatReais,
  formatShare,
  formatRecords,
} from '../../../shared/words/format.ts';
import { columnsWithoutShare } from '../../../shared/statistics/catalogue.ts';
import { areEnough, minRecordsText } from '../../../shared/statistics/interval-difference.ts';
import {
  yearBefore,
  yearChange,
  yearOnYear,
  yearOnYearHeader,
} from '../../../shared/statistics/year-on-year.ts';
import { type BandPoint, drawBandLine } from '../../components/charts/band-line.tsx';
import { figuresText, protectionNote } from './figures.ts';

const moneys = [
  ['nominal', 'Nominal'],
  ['real', 'Real (INPC)'],
] as const;

/** Month by month, nominal or adjusted for inflation. */
export function TrendPanel({ panel, source }: { panel: Trend; source: ChartSource }) {
  const [chosen, setMoney] = useState<MoneyKind>();
  const usual = usualMoney(panel);
  const money = usual === 'nominal' ? usual : (chosen ?? usual);
  const chart = trendChart(panel, money);
  if (panel.months.every(({ median }) => median === null)) {
    return <EmptyPanel title={chart.title} reason={emptyTexts.trend} />;
  }
  return (
    <ChartPanel
      chart={chart}
      source={source}
      lead={
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-prose tabular-nums">{yearOnYearText(panel, money)}</p>
          {panel.realMonth !== null && (
            <div className="print:hidden">
              <SegmentedControl label="Valores" options={moneys} value={money} onValue={setMoney} />
            </div>
          )}
        </div>
      }
    >
      {panel.realMonth === null && (
        <p className="mt-2 text-dense text-muted">
          Sem valores reais: nenhum destes meses tem o INPC carregado.
        </p>
      )}
    </ChartPanel>
  );
}

/** A month with its figures in one money. */
type Month = Omit<Trend['months'][number], 'real'>;

const noFigures = { average: null, p25: null, median: null, p75: null, medianInterval: null };

/** The month's figures in the chosen money, nominal or real; real figures are null without an index for the month. */
export const inMoney = (month: Trend['months'][number], money: MoneyKind): Month =>
  money === 'nominal' ? month : { ...month, ...(month.real ?? noFigures) };

export function trendChart(trend: Trend, money: MoneyKind): Chart {
  const months = trend.months.map((month) => inMoney(month, money));
  const moneyName = moneyText(trend, money);
  const table: TableData = {
    caption: `Salários por mês, ${moneyName}`,
    columns: [
      { header: 'Mês', format: 'text' },
      ...columnsWithoutShare,
      { header: yearOnYearHeader, format: 'percent' },
    ],
    rows: months.map((month) => {
      const change = yearOnYear(trend, month.month, money);
      const percent = change === null ? null : change * 100;
      return [
        formatMonth(month.month),
        ...columnsWithoutShare.map(({ key }) => month[key]),
        percent,
      ];
    }),
  };
  return {
    title: 'Tendências',
    summary: `Mediana por mês da movimentação, ${moneyName}. ${yearOnYearText(trend, money)}`,
    legend:
      `Linha: mediana, ${moneyName}. Faixa: a metade central, do 1º ao 3º quartil. Colunas: registros do mês. ${lateIndexText([trend], money)}`.trimEnd(),
    draw: drawBandLine(months.map(pointOf)),
    note: protectionNote(months),
    table: withoutEmptyColumns(table),
    file: table,
  };
}

function pointOf(month: Month): BandPoint {
  const { count, p25, median, p75, isRequested } = month;
  return {
    key: month.month,
    label: formatMonth(month.month),
    count,
    lower: p25,
    middle: median,
    upper: p75,
    isRequested,
    name: nameOf(month),
  };
}

function nameOf(month: Month): string {
  const isWithoutIndex = month.median === null && month.suppressed === null;
  return isWithoutIndex
    ? `${formatMonth(month.month)}: sem índice para este mês; ${formatRecords(month.count)}`
    : figuresText(formatMonth(month.month), month);
}

/**
 * The change of the last requested month with enough records against the same month a year before, if that month has
 * enough too, in words.
 */
export function yearOnYearText(trend: Trend, money: MoneyKind): string {
  const yearly = yearChange(trend, money);
  const shown = trend.months
    .filter(({ isRequested }) => isRequested)
    .map((month) => inMoney(month, money));
  const last = shown.findLast(({ month, count, median }) =>
    'missing' in yearly
      ? median !== null && areEnough(count, trend.designEffect)
      : month === yearly.month,
  );
  if (!last || last.median === null) {
    return `Nenhum mês do período tem ${minRecordsText(trend.designEffect)}: leia a linha com cautela.`;
  }
  const level = `Em ${formatLongMonth(last.month)}, metade ganhou até ${formatReais(last.median)}`;
  if (!last.isComparable) return `${level}.`;
  if ('missing' in yearly) return `${level}. Mudança em 12 meses: ${yearly.missing}.`;
  const year = formatMonth(yearBefore(yearly.month));
  const kind = money === 'real' ? 'descontada a inflação (INPC)' : 'sem descontar a inflação';
  if (yearly.change === 0) return `${level}: o mesmo que em ${year}, ${kind}.`;
  const mayBe = yearly.mayBeChance ? ' (pode ser acaso)' : '';
  return `${level}: ${formatShare(Math.abs(yearly.change))} ${yearly.change > 0 ? 'a mais' : 'a menos'} que em ${year}, ${kind}${mayBe}.`;
}
