import type { EqualityFigures } from '../../../shared/contracts/equality.ts';
import {
  equalityFigures,
  groupLabel,
  type EqualityFigure,
  equalityCaution,
} from '../../../shared/sentences/equality-sentences.ts';
import { DataTable } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { equalityTable } from './equality-chart.ts';

const columns: readonly Column<EqualityFigure>[] = [
  { header: 'Número', isRowHeader: true, cell: ({ label }) => label },
  { header: 'Valor', align: 'right', cell: ({ text }) => text },
];

/** Every group of an answer, with the total as the last row. */
export function EqualityTable({ figures }: { figures: EqualityFigures }) {
  const { whole, rows } = figures;
  const all = [...rows, whole].map((row) => ({ ...row, key: row.code, label: groupLabel(row) }));
  return (
    <Panel title="Números">
      <p className="mb-3 max-w-prose text-dense font-medium">{equalityCaution}</p>
      <div className="print:hidden">
        <DataTable data={equalityTable('Números do recibo', 'Grupo da CBO', all)} />
      </div>
      {/* Paper is too narrow for all columns, so each row has one figure there. */}
      <div className="hidden print:block">
        <Table
          caption="Todos os números do recibo"
          columns={columns}
          rows={equalityFigures(figures)}
          rowKey={({ label }) => label}
        />
      </div>
    </Panel>
  );
}
