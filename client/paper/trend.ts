import type { TrendPanel } from '../../shared/contracts/panels.ts';
import { emptyTexts } from '../features/panels/empty-texts.ts';
import { usualMoney, type MoneyKind } from '../../shared/statistics/deflation.ts';
import { trendChart, yearOnYearText } from '../features/panels/trend-chart.ts';
import { empty, figureBlock, heading, lead, note, tableBlock } from './figure.tsx';
import type { PaperBlock } from './blocks.ts';

/** Month by month, nominal and real, in the order of the screen: paper has no switch. */
export function trendBlocks(panel: TrendPanel): PaperBlock[] {
  const { title } = trendChart(panel, 'nominal');
  if (panel.months.every(({ median }) => median === null)) {
    return [heading(1, title), empty(emptyTexts.trend)];
  }
  return [
    heading(1, title),
    ...(usualMoney(panel) === 'nominal'
      ? [note('Sem valores reais: nenhum destes meses tem o INPC carregado.')]
      : moneyBlocks(panel, 'real', 'Descontada a inflação (INPC)')),
    ...moneyBlocks(panel, 'nominal', 'Em valores nominais'),
  ];
}

function moneyBlocks(panel: TrendPanel, money: MoneyKind, title: string): PaperBlock[] {
  const chart = trendChart(panel, money);
  return [
    heading(2, title),
    lead(yearOnYearText(panel, money)),
    figureBlock(chart),
    tableBlock(chart.table),
  ];
}
