import { useQuery } from '@tanstack/react-query';
import type { EqualityFigures, EqualityQuestion } from '../../../shared/contracts/equality.ts';
import { movedFigures, type MovedFigure } from '../../../shared/sentences/equality-sentences.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Fold } from '../../components/fold.tsx';
import { Panel } from '../../components/panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { equalityOptions } from './equality-options.ts';

const columns: readonly Column<MovedFigure>[] = [
  { header: 'Número', isRowHeader: true, cell: ({ label }) => label },
  { header: 'No recibo', align: 'right', cell: ({ kept }) => kept },
  { header: 'Nos dados atuais', align: 'right', cell: ({ now }) => now },
];

/** The figures of the same months that differ between a stored answer and the current data. */
export function EqualityMoves({
  asked,
  figures,
}: {
  asked: EqualityQuestion;
  figures: EqualityFigures;
}) {
  const current = useQuery(equalityOptions(asked));
  return (
    <Panel title="O que mudou desde este recibo">
      <AsyncPanel query={current} skeleton={<Skeleton className="h-16" />}>
        {({ answer }) => <Moved moved={movedFigures(figures, answer)} />}
      </AsyncPanel>
    </Panel>
  );
}

function Moved({ moved }: { moved: readonly MovedFigure[] }) {
  if (moved.length === 0) {
    return <p className="text-muted">Nos dados atuais os números destes meses são os mesmos.</p>;
  }
  return (
    <>
      <p className="mb-2 max-w-prose">
        Nos dados atuais {moved.length === 1 ? 'é outro' : 'são outros'}{' '}
        {formatCounted(moved.length, 'número', 'números')} destes meses.
      </p>
      <Fold title="Mostrar número por número">
        <StackingTable
          caption="O que mudou desde este recibo"
          columns={columns}
          rows={moved}
          rowKey={({ label }) => label}
        />
      </Fold>
    </>
  );
}
