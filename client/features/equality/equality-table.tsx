import { useQuery } from '@tanstack/react-query';
import type { EqualityFigures } from '../../../shared/contracts/equality.ts';
import type { EqualityReceipt, ReceiptDifference } from '../../../shared/contracts/receipts.ts';
import {
  equalityFigures,
  groupLabel,
  type EqualityFigure,
  equalityCaution,
  movedMedians,
} from '../../../shared/sentences/equality-sentences.ts';
import { DataTable } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { equalityChart } from './equality-chart.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Fold } from '../../components/fold.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import { equalityOptions } from './equality-query.ts';

const columns: readonly Column<EqualityFigure>[] = [
  { header: 'Número', isRowHeader: true, cell: ({ name }) => name },
  { header: 'Valor', align: 'right', className: 'whitespace-normal!', cell: ({ text }) => text },
];

/** Every group of an answer, with the total as the last row. */
export function EqualityTable({ figures }: { figures: EqualityFigures }) {
  const { whole, rows } = figures;
  const all = [...rows, whole].map((row) => ({ ...row, key: row.code, label: groupLabel(row) }));
  const list = (
    <div className="flex flex-col gap-6">
      {[whole, ...rows].map((row) => (
        <section key={row.code}>
          <h3 className="font-semibold">{groupLabel(row)}</h3>
          <Table
            caption={groupLabel(row)}
            columns={columns}
            rows={equalityFigures({ whole: row, rows: [] })}
            rowKey={({ name }) => name}
          />
        </section>
      ))}
    </div>
  );
  return (
    <Panel title="Números">
      <p className="mb-3 max-w-prose text-dense font-medium">{equalityCaution}</p>
      <div className="print:hidden">
        <DataTable data={equalityChart('Números do recibo', 'Grupo da CBO', all).table} />
        <Fold title="Todos os números">{list}</Fold>
      </div>
      {/* Paper is too narrow for the table. */}
      <div className="hidden print:block">{list}</div>
    </Panel>
  );
}

const moveColumns: readonly Column<ReceiptDifference>[] = [
  { header: 'Número', isRowHeader: true, cell: ({ label }) => label },
  { header: 'No recibo', align: 'right', cell: ({ stored }) => stored },
  { header: 'Nos dados atuais', align: 'right', cell: ({ now }) => now },
];

/**
 * The counts and medians of the same months that differ between a stored answer and the current data. Demonstration data
 * and real data are not compared.
 */
export function EqualityMoves({
  receipt: { requested, figures, release },
}: {
  receipt: EqualityReceipt;
}) {
  const current = useQuery(equalityOptions(requested));
  return (
    <Panel title="O que mudou desde este recibo">
      <AsyncPanel query={current} skeleton={<Skeleton className="h-16" />}>
        {({ answer }) =>
          answer.release?.isSynthetic === release.isSynthetic ? (
            <Moved moved={movedMedians(figures, answer)} />
          ) : (
            <p className="text-muted">
              Sem comparação: dados de demonstração não se comparam com dados reais.
            </p>
          )
        }
      </AsyncPanel>
    </Panel>
  );
}

function Moved({ moved }: { moved: readonly ReceiptDifference[] }) {
  if (moved.length === 0) {
    return (
      <p className="text-muted">
        Nos dados atuais as contagens e as medianas destes meses são as mesmas.
      </p>
    );
  }
  return (
    <>
      <p className="mb-2 max-w-prose">
        Nos dados atuais, {formatCounted(moved.length, 'número', 'números')} destes meses{' '}
        {moved.length === 1 ? 'é outro' : 'são outros'}. Não comparamos as médias, porque a mudança
        revelaria o salário de poucas pessoas.
      </p>
      <Fold title="Mostrar número por número">
        <StackingTable
          caption="O que mudou desde este recibo"
          columns={moveColumns}
          rows={moved}
          rowKey={({ label }) => label}
        />
      </Fold>
    </>
  );
}
