import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { TextButton } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { showFailure, showToast } from '../../components/toast.tsx';
import { get, send } from '../../lib/call.ts';
import { NewerFigure, type Figure, type NewerFigureTexts } from './newer-figure.tsx';
import { refreshSettings } from './settings-options.ts';
import { periodText } from '../../../shared/filters/data.ts';
import {
  formatAmount,
  formatMonth,
  formatReais,
  maybeReais,
} from '../../../shared/words/format.ts';
import {
  InpcTable,
  PutInpc,
  MinimumWageTable,
  PutMinimumWages,
} from '../../../shared/contracts/settings.ts';

type Known = { source: string; isBuiltIn: boolean };

/** A table of figures by month: some are part of the product, newer ones are imported here. */
type FigureTable<Row extends Known, Body extends object> = {
  title: string;
  caption: string;
  path: string;
  response: z.ZodType<Row[]>;
  body: z.ZodType<Body>;
  /** The request body for one figure; a null value deletes the figure. */
  bodyOf: (figure: { month: string; value: number | null; source: string }) => Body;
  monthOf: (row: Row) => string;
  month: Column<Row>;
  value: Column<Row>;
  takenAwayText: string;
  newer: NewerFigureTexts & { savedText: string };
};

/** The figures, with forms to import newer ones and to delete imported ones. */
function FigureTablePanel<Row extends Known, Body extends object>({
  table,
}: {
  table: FigureTable<Row, Body>;
}) {
  const { title, caption, path, response, body, bodyOf, monthOf, month, value, newer } = table;
  const client = useQueryClient();
  const figures = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get(path, response, { signal }),
  });
  const save = async (sent: Body) => {
    client.setQueryData([path], await send('PUT', path, response, sent));
    await refreshSettings(client);
  };
  const takeAway = useMutation({
    mutationFn: (row: Row) =>
      save(bodyOf({ month: monthOf(row), value: null, source: row.source })),
    onSuccess: () => showToast({ title: table.takenAwayText }),
    onError: (error) => showFailure(error, 'Erro na importação', 'Erro ao retirar o valor'),
  });
  const handleImport = async (figure: Figure) => {
    await save(bodyOf(figure));
    showToast({ title: 'Tabela atualizada', description: newer.savedText });
  };
  return (
    <Panel title={title}>
      <AsyncPanel query={figures} skeleton={<Skeleton className="h-60" />}>
        {(rows) => (
          <Table
            caption={caption}
            columns={[month, sourceColumn(monthOf, takeAway.mutate), value]}
            rows={rows}
            rowKey={monthOf}
            regionClass="max-h-64 print:max-h-none"
          />
        )}
      </AsyncPanel>
      <NewerFigure
        texts={newer}
        problemOf={(figure) => body.safeParse(bodyOf(figure)).error?.issues[0]?.message}
        onImport={handleImport}
      />
    </Panel>
  );
}

/** The source of a figure; an imported figure can be deleted. */
const sourceColumn = <Row extends Known>(
  monthOf: (row: Row) => string,
  onTakeAway: (row: Row) => void,
): Column<Row> => ({
  header: 'Fonte',
  cell: (row) => (
    <>
      <span className="wrap-anywhere">{row.source}</span>
      {!row.isBuiltIn && (
        <TextButton
          aria-label={`Retirar: ${formatMonth(monthOf(row))}, ${row.source}`}
          className="ml-2"
          onClick={() => onTakeAway(row)}
        >
          Retirar
        </TextButton>
      )}
    </>
  ),
});

/** "-0,11" → -0.11. */
function readPercent(text: string): number | undefined {
  const bare = text.replace(/[\s%]/g, '').replace('−', '-').replace(',', '.');
  return /^-?\d+(\.\d{1,2})?$/.test(bare) ? Number(bare) : undefined;
}

const inpcTable: FigureTable<InpcTable[number], PutInpc> = {
  title: 'INPC',
  caption: 'INPC por mês',
  path: '/api/admin/inpc',
  response: InpcTable,
  body: PutInpc,
  bodyOf: ({ month, value, source }) => ({ months: [{ month, percent: value, source }] }),
  monthOf: ({ month }) => month,
  month: { header: 'Mês', isRowHeader: true, cell: ({ month }) => formatMonth(month) },
  value: {
    header: 'Variação',
    align: 'right',
    cell: ({ percent }) => `${formatAmount(percent * 100)}\u00a0%`,
  },
  takenAwayText: 'Mês retirado',
  newer: {
    label: 'Importar um mês mais novo',
    valueLabel: 'Variação (%)',
    valuePlaceholder: '0,32',
    sourcePlaceholder: 'IBGE, SNIPC',
    readValue: readPercent,
    savedText: 'O novo mês do INPC está em vigor.',
  },
};

/** The monthly price index, with a form for newer months. */
export const InpcPanel = () => <FigureTablePanel table={inpcTable} />;

const minimumWageTable: FigureTable<MinimumWageTable[number], PutMinimumWages> = {
  title: 'Salário mínimo',
  caption: 'Salário mínimo por vigência',
  path: '/api/admin/minimum-wage',
  response: MinimumWageTable,
  body: PutMinimumWages,
  bodyOf: ({ month, value, source }) => ({ periods: [{ from: month, value, source }] }),
  monthOf: ({ from }) => from,
  month: {
    header: 'Vigência',
    isRowHeader: true,
    cell: ({ from, to }) => (to === null ? `desde ${formatMonth(from)}` : periodText({ from, to })),
  },
  value: { header: 'Valor', align: 'right', cell: ({ value }) => formatReais(value) },
  takenAwayText: 'Valor retirado',
  newer: {
    label: 'Importar um valor mais novo',
    valueLabel: 'Valor (R$)',
    valuePlaceholder: '1.700,00',
    sourcePlaceholder: 'Decreto nº 12.797/2025',
    readValue: maybeReais,
    savedText: 'O novo salário mínimo já vale nas pesquisas.',
  },
};

/** The minimum wages, with a form for a newer one. */
export const MinimumWagePanel = () => <FigureTablePanel table={minimumWageTable} />;
