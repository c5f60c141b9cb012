import { useMemo, useState } from 'react';
import type { Completeness } from '../../../../shared/contracts/completeness.ts';
import { isIncomplete } from '../../../../shared/statistics/completeness.ts';
import { formatCentavos, formatCount } from '../../../../shared/words/format.ts';
import { Panel } from '../../../components/panel.tsx';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import { Table, type Column } from '../../../components/table.tsx';
import type { PayrollWords } from '../market/payroll-words.ts';
import { ratioText, referenceText } from '../market/payroll-words.ts';
import type { PlacedPerson, ReferenceAmounts } from '../market/placed-people.ts';
import type { Reference } from '../market/position.ts';
import { totalGroups, type TotalGroup, totalsBy, type Total } from './totals.ts';

const options = [
  { value: 'ocupacao', label: 'Ocupação' },
  { value: 'area', label: 'Área' },
  { value: 'sexo', label: 'Sexo' },
] as const satisfies readonly { value: TotalGroup; label: string }[];

/** The columns that compare the sums with the market. */
const besideMarket = (name: string): Column<Total>[] => [
  {
    header: `Sobre o ${name}`,
    cell: ({ ratio }) => (ratio === null ? '–' : ratioText(ratio)),
    align: 'right',
  },
  { header: 'Abaixo', cell: ({ below }) => formatCount(below), align: 'right' },
  { header: 'Custo por mês', cell: ({ cost }) => formatCentavos(cost), align: 'right' },
];

/** Sums by occupation, area or sex. */
export function TotalsPanel({
  placed,
  amounts,
  reference,
  words,
  completeness,
}: {
  placed: readonly PlacedPerson[];
  amounts: ReferenceAmounts;
  reference: Reference;
  words: PayrollWords;
  /** The completeness of the market's months: with incomplete data only the sums are shown. */
  completeness: Completeness;
}) {
  const [group, setGroup] = useState<TotalGroup>('ocupacao');
  const totals = useMemo(
    () => totalsBy(placed, amounts, totalGroups(words)[group]),
    [placed, amounts, words, group],
  );
  const name = referenceText(reference);
  return (
    <Panel
      title="Totais"
      aside={
        <SegmentedControl label="Agrupar por" options={options} value={group} onValue={setGroup} />
      }
    >
      <Table
        caption="Totais da folha"
        rows={totals}
        rowKey={(total) => total.name}
        regionClass="max-h-120"
        columns={[
          {
            header: options.find(({ value }) => value === group)?.label ?? '',
            cell: (total) => total.name,
            className: 'wrap-anywhere',
            isRowHeader: true,
          },
          { header: 'Pessoas', cell: ({ people }) => formatCount(people), align: 'right' },
          { header: 'No mercado', cell: (total) => formatCount(total.placed), align: 'right' },
          { header: 'Folha', cell: ({ payroll }) => formatCentavos(payroll), align: 'right' },
          ...(isIncomplete(completeness) ? [] : besideMarket(name)),
        ]}
      />
    </Panel>
  );
}
