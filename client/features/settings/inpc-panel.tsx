import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMonth } from '../../../shared/words/format.ts';
import { PutInpc, type InpcTable } from '../../../shared/contracts/settings.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Panel } from '../../components/panel.tsx';
import type { Column } from '../../components/table.tsx';
import { showToast } from '../../components/toast.ts';
import { FigureForm, readPercent, type Figure } from './figure-form.tsx';
import { FigureSource } from './figure-source.tsx';
import { tellFailedImport } from './failed-import.ts';
import { FoldedTable } from './folded-table.tsx';
import { inpcOptions, putInpc, refreshSettings } from './settings-options.ts';

type Month = InpcTable[number];

const percents = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

const columnsWith = (onTakeAway: (figure: Month) => void): readonly Column<Month>[] => [
  { header: 'Mês', isRowHeader: true, cell: ({ month }) => formatMonth(month) },
  {
    header: 'Fonte',
    cell: (figure) => <FigureSource figure={figure} onTakeAway={() => onTakeAway(figure)} />,
  },
  {
    header: 'Variação',
    align: 'right',
    cell: ({ percent }) => `${percents.format(percent)}\u00a0%`,
  },
];

const monthsOf = ({ month, value, source }: Figure) => ({
  months: [{ month, percent: value, source }],
});

/** The monthly price index, and the way to newer months. */
export function InpcPanel() {
  const client = useQueryClient();
  const inpc = useQuery(inpcOptions);
  const save = async (sent: PutInpc) => {
    client.setQueryData(inpcOptions.queryKey, await putInpc(sent));
    await refreshSettings(client);
  };
  const takeAway = useMutation({
    mutationFn: ({ month, source }: Month) => save({ months: [{ month, percent: null, source }] }),
    onSuccess: () => showToast({ title: 'Mês retirado' }),
    onError: (error) => tellFailedImport(error, 'Erro ao retirar o valor'),
  });
  return (
    <Panel title="INPC">
      <AsyncPanel query={inpc} skeleton={<Skeleton className="h-60" />}>
        {(rows) => (
          <FoldedTable
            caption="INPC por mês"
            columns={columnsWith((figure) => takeAway.mutate(figure))}
            rows={rows}
            rowKey={({ month }) => month}
          />
        )}
      </AsyncPanel>
      <FigureForm
        label="Importar um mês mais novo"
        valueLabel="Variação (%)"
        valuePlaceholder="0,32"
        sourcePlaceholder="IBGE, SNIPC"
        readValue={readPercent}
        problemOf={(figure) => PutInpc.safeParse(monthsOf(figure)).error?.issues[0]?.message}
        save={(figure) => save(monthsOf(figure))}
        savedText="O novo mês do INPC está em vigor."
      />
    </Panel>
  );
}
