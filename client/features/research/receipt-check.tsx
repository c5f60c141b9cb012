import { useMutation } from '@tanstack/react-query';
import { formatMoment } from '../../../shared/words/format.ts';
import {
  ReceiptCheck,
  type Receipt,
  type ReceiptDifference,
} from '../../../shared/contracts/receipts.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ActFailure } from '../../components/failure-notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { send } from '../../lib/call.ts';

/** "Recalcular": computes the answer again, on its own release. */
export function ReceiptCheckPanel({ receipt: { id, release, kind } }: { receipt: Receipt }) {
  const check = useMutation({
    mutationFn: () => send('POST', `/api/receipts/${id}/check`, ReceiptCheck),
  });
  return (
    <Panel title="Conferência">
      {release.isKept ? (
        <>
          <p className="mb-3 max-w-prose text-muted">
            O servidor calcula a resposta de novo, sobre a versão {release.number} dos dados, e
            compara cada número com os deste recibo.
          </p>
          <Button look="primary" disabled={check.isPending} onClick={() => check.mutate()}>
            {check.isPending ? 'Recalculando...' : 'Recalcular'}
          </Button>
        </>
      ) : (
        <p className="max-w-prose text-muted">
          A versão {release.number} dos dados não está mais disponível: este recibo pode ser lido,
          mas não recalculado.
        </p>
      )}
      <div aria-live="polite" className="mt-3 empty:hidden">
        <ActFailure error={check.error} fallback="Não foi possível recalcular" />
        {check.data && !check.isPending && <Outcome check={check.data} kind={kind} />}
      </div>
    </Panel>
  );
}

const columns: readonly Column<ReceiptDifference>[] = [
  { header: 'Número', isRowHeader: true, cell: ({ label }) => label },
  {
    header: 'No recibo',
    cell: ({ stored }) => <span className="wrap-anywhere">{stored}</span>,
  },
  { header: 'Recalculado', cell: ({ now }) => <span className="wrap-anywhere">{now}</span> },
];

const equals = {
  pesquisa: 'Todos os números e a distribuição inteira são iguais',
  igualdade: 'Todos os números são iguais',
} as const satisfies Record<Receipt['kind'], string>;

function Outcome({
  check: { result, checkedAt, version, differences },
  kind,
}: {
  check: ReceiptCheck;
  kind: Receipt['kind'];
}) {
  const when = `em ${formatMoment(checkedAt)}, pela versão ${version} do produto`;
  if (result === 'confere') {
    return (
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="good">Confere</Badge>
        <span className="text-dense text-muted">
          {equals[kind]}, {when}.
        </span>
      </p>
    );
  }
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <Badge tone="danger">Difere</Badge>
        <span className="text-dense text-muted">
          Recalculado {when}. Tabelas de referência importadas depois, como a do salário mínimo,
          podem explicar a diferença.
        </span>
      </p>
      <Table
        caption="O que difere"
        columns={columns}
        rows={differences}
        rowKey={({ label }) => label}
      />
    </>
  );
}
