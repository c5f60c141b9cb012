import { formatMonth, formatReais, maybeReais } from '../../../shared/words/format.ts';
import { MinimumWageTable, PutMinimumWages } from '../../../shared/contracts/settings.ts';
import { FigureTablePanel, type FigureTable } from './figure-table-panel.tsx';

const table: FigureTable<MinimumWageTable[number], PutMinimumWages> = {
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
    cell: ({ from, to }) =>
      to === null ? `desde ${formatMonth(from)}` : `${formatMonth(from)} a ${formatMonth(to)}`,
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
export const MinimumWagePanel = () => <FigureTablePanel table={table} />;
