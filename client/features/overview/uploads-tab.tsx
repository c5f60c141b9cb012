import type { ReactNode } from 'react';
import { formatCount, formatMoment, formatMonth } from '../../../shared/format.ts';
import type { RecentUpload } from '../../../shared/overview.ts';
import { Badge } from '../../components/badge.tsx';
import { Panel } from '../../components/panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { SendFiles } from './send-files.tsx';

const statuses = {
  PENDING: <Badge tone="neutral">Na fila</Badge>,
  PROCESSING: <Badge tone="neutral">Processando</Badge>,
  AWAITING_APPROVAL: <Badge tone="warm">Aguarda aprovação</Badge>,
  COMPLETED: <Badge tone="good">Concluído</Badge>,
  FAILED: <Badge tone="danger">Falhou</Badge>,
  CANCELLED: <Badge tone="neutral">Cancelado</Badge>,
  REVERTED: <Badge tone="neutral">Revertido</Badge>,
} satisfies Record<RecentUpload['status'], ReactNode>;

const columns: readonly Column<RecentUpload>[] = [
  {
    header: 'Competência',
    isRowHeader: true,
    cell: ({ competencia }) => (
      <span className="font-medium">
        {competencia === null ? 'ainda não lida' : formatMonth(competencia)}
      </span>
    ),
  },
  { header: 'Situação', cell: ({ status }) => statuses[status] },
  { header: 'Arquivos', align: 'right', cell: ({ fileCount }) => formatCount(fileCount) },
  { header: 'Enviado em', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    header: 'Mensagem',
    className: '@3xl:w-[40%]',
    cell: ({ message }) => <span className="wrap-anywhere">{message ?? '—'}</span>,
  },
];

/** Sending a month's files, and what became of the last ones. */
export function UploadsTab({
  uploads,
  uploadLink,
}: {
  uploads: readonly RecentUpload[];
  uploadLink: ReactNode;
}) {
  return (
    <>
      <Panel title="Enviar arquivos do CAGED" aside={uploadLink}>
        <SendFiles />
      </Panel>
      <Panel title="Envios recentes">
        {uploads.length === 0 ? (
          <p className="text-muted">
            Nenhum envio ainda. Os dados de demonstração não contam como envio; o primeiro mês real
            aparece aqui.
          </p>
        ) : (
          <StackingTable
            caption="Envios recentes"
            columns={columns}
            rows={uploads}
            rowKey={({ id }) => id}
          />
        )}
      </Panel>
    </>
  );
}
