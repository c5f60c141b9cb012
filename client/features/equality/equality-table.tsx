import type { EqualityFigures } from '../../../shared/contracts/equality.ts';
import { groupLabel } from '../../../shared/sentences/equality-figures.ts';
import { equalityCaution } from '../../../shared/sentences/equality-sentences.ts';
import { DataTable } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { equalityTable } from './equality-chart.ts';

/** Every group that an answer tells, the whole of them last. */
export function EqualityTable({ figures: { whole, rows } }: { figures: EqualityFigures }) {
  const all = [...rows, whole].map((row) => ({ ...row, key: row.code, label: groupLabel(row) }));
  return (
    <Panel title="Números">
      <p className="mb-3 max-w-prose text-dense font-medium">{equalityCaution}</p>
      <DataTable data={equalityTable('Números do recibo', 'Grupo da CBO', all)} />
    </Panel>
  );
}
