import type { ReactNode } from 'react';
import { formatCount, formatMoment, formatMonth } from '../../../shared/format.ts';
import type { RecentUpload } from '../../../shared/overview.ts';
import { Badge } from '../../components/badge.tsx';
import { Panel } from '../../components/panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';

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
    cell: (upload) => <span className="font-medium">{monthText(upload)}</span>,
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

function monthText({ competencia, fileCount }: RecentUpload): string {
  if (competencia !== null) return formatMonth(competencia);
  return fileCount > 3 ? 'vários meses' : 'ainda não lida';
}

/** Sending a month's files, and what became of the last ones. */
export function UploadsTab({
  uploads,
  sender,
  uploadLink,
}: {
  uploads: readonly RecentUpload[];
  /** Where files are chosen and sent. */
  sender: ReactNode;
  uploadLink: ReactNode;
}) {
  return (
    <>
      <Panel title="Enviar arquivos do CAGED" aside={uploadLink}>
        {sender}
      </Panel>
      <Panel title="Envios recentes">
        {uploads.length === 0 ? (
          <p className="text-muted">
            Nenhum envio ainda. O primeiro mês enviado aparece aqui, com o que aconteceu a ele.
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
