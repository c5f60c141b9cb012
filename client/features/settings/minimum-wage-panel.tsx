import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMonth, formatReais, maybeReais } from '../../../shared/words/format.ts';
import { PutMinimumWages, type MinimumWageTable } from '../../../shared/contracts/settings.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Panel } from '../../components/panel.tsx';
import type { Column } from '../../components/table.tsx';
import { showToast } from '../../components/toast.ts';
import { FigureForm, type Figure } from './figure-form.tsx';
import { FigureSource } from './figure-source.tsx';
import { tellFailedImport } from './failed-import.ts';
import { FoldedTable } from './folded-table.tsx';
import { minimumWageOptions, putMinimumWages, refreshSettings } from './settings-options.ts';

type Wage = MinimumWageTable[number];

const columnsWith = (onTakeAway: (figure: Wage) => void): readonly Column<Wage>[] => [
  {
    header: 'Vigência',
    isRowHeader: true,
    cell: ({ from, to }) =>
      to === null ? `desde ${formatMonth(from)}` : `${formatMonth(from)} a ${formatMonth(to)}`,
  },
  {
    header: 'Fonte',
    cell: (figure) => <FigureSource figure={figure} onTakeAway={() => onTakeAway(figure)} />,
  },
  { header: 'Valor', align: 'right', cell: ({ value }) => formatReais(value) },
];

const wagesOf = ({ month, value, source }: Figure) => ({
  periods: [{ from: month, value, source }],
});

/** The minimum wages, and the way to a newer one. */
export function MinimumWagePanel() {
  const client = useQueryClient();
  const wages = useQuery(minimumWageOptions);
  const save = async (sent: PutMinimumWages) => {
    client.setQueryData(minimumWageOptions.queryKey, await putMinimumWages(sent));
    await refreshSettings(client);
  };
  const takeAway = useMutation({
    mutationFn: ({ from, source }: Wage) => save({ periods: [{ from, value: null, source }] }),
    onSuccess: () => showToast({ title: 'Valor retirado' }),
    onError: (error) => tellFailedImport(error, 'Erro ao retirar o valor'),
  });
  return (
    <Panel title="Salário mínimo">
      <AsyncPanel query={wages} skeleton={<Skeleton className="h-60" />}>
        {(rows) => (
          <FoldedTable
            caption="Salário mínimo por vigência"
            columns={columnsWith((figure) => takeAway.mutate(figure))}
            rows={rows}
            rowKey={({ from }) => from}
          />
        )}
      </AsyncPanel>
      <FigureForm
        label="Importar um valor mais novo"
        valueLabel="Valor (R$)"
        valuePlaceholder="1.700,00"
        sourcePlaceholder="Decreto nº 12.797/2025"
        readValue={maybeReais}
        problemOf={(figure) => PutMinimumWages.safeParse(wagesOf(figure)).error?.issues[0]?.message}
        save={(figure) => save(wagesOf(figure))}
        savedText="O novo salário mínimo já vale nas pesquisas."
      />
    </Panel>
  );
}
