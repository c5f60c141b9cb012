import {
  formatCounted,
  formatLongMonth,
  formatMonth,
  formatReais,
  formatShare,
} from '../../../shared/words/format.ts';
import type { TrendPanel } from '../../../shared/contracts/panels.ts';
import { columnsWithoutShare } from '../../../shared/statistics/catalogue.ts';
import { fewestForConfidence } from '../../../shared/statistics/sample-size.ts';
import { realReais, yearBefore, yearOnYear } from '../../../shared/statistics/year-on-year.ts';
import type { BandPoint } from '../../components/charts/band-frame.ts';
import { drawBandLine } from '../../components/charts/band-line.tsx';
import type { Chart } from '../../components/charts/chart.ts';
import { figuresText } from './figures.ts';

export type Trend = TrendPanel;
type Month = Pick<
  Trend['months'][number],
  'month' | 'isAsked' | 'count' | 'share' | 'withheld' | 'p25' | 'median' | 'p75' | 'average'
>;

/** In the money of each month, or all in the money of the last month that has an index. */
export type MoneyKind = 'nominal' | 'real';

/** The month's figures in the money wanted; without an index for the month there are none. */
export function inMoney(month: Trend['months'][number], money: MoneyKind): Month {
  if (money === 'nominal') return month;
  const { realFactor } = month;
  const scaled = (reais: number | null) => realReais(reais, realFactor);
  return {
    ...month,
    average: scaled(month.average),
    p25: scaled(month.p25),
    median: scaled(month.median),
    p75: scaled(month.p75),
  };
}

export function trendChart(trend: Trend, money: MoneyKind): Chart {
  const months = trend.months.map((month) => inMoney(month, money));
  const moneyName = moneyText(trend, money);
  return {
    title: 'Tendências',
    summary: `Mediana por mês da movimentação, ${moneyName}. ${yearOnYearText(trend, money)}`,
    legend: `Linha: mediana, ${moneyName}. Faixa: a metade central, do 1º ao 3º quartil. Colunas: registros do mês.`,
    draw: drawBandLine(months.map(pointOf)),
    table: {
      caption: `Salários por mês, ${moneyName}`,
      columns: [
        { header: 'Mês', format: 'text' },
        ...columnsWithoutShare,
        { header: 'Mediana em 12 meses', format: 'percent' },
      ],
      rows: months.map((month) => {
        const change = yearOnYear(months, month.month);
        const percent = change === null ? null : Math.round(change * 10_000) / 100;
        return [
          formatMonth(month.month),
          ...columnsWithoutShare.map(({ key }) => month[key]),
          percent,
        ];
      }),
    },
  };
}

function pointOf(month: Month): BandPoint {
  const { count, p25, median, p75, isAsked } = month;
  return {
    key: month.month,
    label: formatMonth(month.month),
    count,
    lower: p25,
    middle: median,
    upper: p75,
    isAsked,
    name: nameOf(month),
  };
}

function nameOf(month: Month): string {
  const isWithoutIndex = month.median === null && month.withheld === null;
  return isWithoutIndex
    ? `${formatMonth(month.month)}: sem índice para este mês; ${formatCounted(month.count, 'registro', 'registros')}`
    : figuresText(formatMonth(month.month), month);
}

function moneyText({ realMonth }: Trend, money: MoneyKind): string {
  return money === 'nominal' || realMonth === null
    ? 'em valores nominais'
    : `em reais de ${formatMonth(realMonth)} (INPC)`;
}

/** The last asked month with records enough against the same one a year before, if that has them too, in words. */
export function yearOnYearText(trend: Trend, money: MoneyKind): string {
  const months = trend.months
    .filter(({ count }) => count >= fewestForConfidence)
    .map((month) => inMoney(month, money));
  const last = months.findLast(({ isAsked, median }) => isAsked && median !== null);
  if (!last || last.median === null) {
    return `Nenhum mês do período tem os ${fewestForConfidence} registros de que uma mediana firme precisa: a linha é só um indício.`;
  }
  const level = `Em ${formatLongMonth(last.month)}, metade ganhou até ${formatReais(last.median)}`;
  const change = yearOnYear(months, last.month);
  if (change === null) {
    return `${level}; o mesmo mês do ano anterior falta, ou tem menos de ${fewestForConfidence} registros.`;
  }
  const year = formatMonth(yearBefore(last.month));
  const kind = money === 'real' ? 'descontada a inflação (INPC)' : 'sem descontar a inflação';
  if (change === 0) return `${level}: o mesmo que em ${year}, ${kind}.`;
  return `${level}: ${formatShare(Math.abs(change))} ${change > 0 ? 'a mais' : 'a menos'} que em ${year}, ${kind}.`;
}
