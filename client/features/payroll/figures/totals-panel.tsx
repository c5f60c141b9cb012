import { useMemo, useState } from 'react';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { DataTable } from '../../../components/charts/chart-view.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import type { RollReport } from '../export/roll-report.ts';
import { totalGroups, type TotalGroup, totalsBy, totalsTable } from './totals.ts';

/** Sums by occupation, area or sex. */
export function TotalsPanel({ report }: { report: RollReport }) {
  const { placed, amounts, words, comparedWith } = report;
  const [group, setGroup] = useState<TotalGroup>('ocupacao');
  const groups = useMemo(() => totalGroups(words), [words]);
  const { label, nameOf } = groups[group];
  const totals = useMemo(() => totalsBy(placed, amounts, nameOf), [placed, amounts, nameOf]);
  return (
    <Panel
      title="Totais"
      aside={
        <SegmentedControl
          label="Agrupar por"
          options={keysOf(groups).map((value) => ({ value, label: groups[value].label }))}
          value={group}
          onValue={setGroup}
        />
      }
    >
      <DataTable data={totalsTable(totals, label, comparedWith)} />
    </Panel>
  );
}
