import { useState } from 'react';
import type { ChartSource } from '../../components/charts/chart.ts';
import { ChartPanel } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { EmptyReason } from './empty-reason.tsx';
import { emptyTexts } from './empty-texts.ts';
import { usualMoney, type MoneyKind } from '../../../shared/statistics/deflation.ts';
import { trendChart, yearOnYearText, type Trend } from './trend-chart.ts';

const moneys = [
  { value: 'nominal', label: 'Nominal' },
  { value: 'real', label: 'Real (INPC)' },
] as const;

/** Month by month, nominal or adjusted for inflation. */
export function TrendPanel({ panel, source }: { panel: Trend; source: ChartSource }) {
  const [chosen, setMoney] = useState<MoneyKind>();
  const usual = usualMoney(panel);
  const money = usual === 'nominal' ? usual : (chosen ?? usual);
  const chart = trendChart(panel, money);
  if (panel.months.every(({ median }) => median === null)) {
    return (
      <Panel title={chart.title}>
        <EmptyReason>{emptyTexts.trend}</EmptyReason>
      </Panel>
    );
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
