import { formatMonth } from '../../../shared/words/format.ts';
import { InpcTable, PutInpc } from '../../../shared/contracts/settings.ts';
import { FigureTablePanel, type FigureTable } from './figure-table-panel.tsx';

const percents = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** "-0,11" → -0.11. */
function readPercent(text: string): number | undefined {
  const bare = text.replace(/[\s%]/g, '').replace('−', '-').replace(',', '.');
  return /^-?\d+(\.\d{1,2})?$/.test(bare) ? Number(bare) : undefined;
}

const table: FigureTable<InpcTable[number], PutInpc> = {
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
    cell: ({ percent }) => `${percents.format(percent)}\u00a0%`,
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
export const InpcPanel = () => <FigureTablePanel table={table} />;
