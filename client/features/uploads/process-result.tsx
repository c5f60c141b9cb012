import { Link } from '@tanstack/react-router';
import type { SimpleUploadAnswer } from '../../../shared/contracts/source.ts';
import { formatLongMonth, formatMoment, formatBytes } from '../../../shared/words/format.ts';
import { Badge } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { UploadStatusBadge } from '../../components/upload-status.tsx';
import { useUpload } from '../../lib/live-uploads.ts';

type SourceFile = SimpleUploadAnswer['driveIntegration']['files'][number];

const columns: readonly Column<SourceFile>[] = [
  {
    header: 'Arquivo',
    isRowHeader: true,
    className: '@3xl:w-[45%]',
    cell: ({ name, sourceName }) => (
      <>
        <span className="font-medium wrap-anywhere">{name}</span>
        {sourceName !== null && sourceName !== name && (
          <span className="block text-muted wrap-anywhere">na fonte: {sourceName}</span>
        )}
      </>
    ),
  },
  {
    header: 'Na fonte',
    cell: ({ found }) =>
      found ? <Badge tone="good">Encontrado</Badge> : <Badge tone="warm">Não encontrado</Badge>,
  },
  {
    header: 'Tamanho',
    align: 'right',
    cell: ({ bytes }) => (bytes === null ? '—' : formatBytes(bytes)),
  },
  {
    header: 'Alterado em',
    align: 'right',
    cell: ({ modifiedAt }) => (modifiedAt === null ? '—' : formatMoment(modifiedAt)),
  },
];

/** The server's response to the request, with the live status. */
export function ProcessResult({ answer }: { answer: SimpleUploadAnswer }) {
  const { upload, driveIntegration } = answer;
  const standing = useUpload(upload.id).query.data;
  return (
    <Panel
      title="Resultado"
      aside={
        <Link
          to="/admin/uploads/$id"
          params={{ id: upload.id }}
          className={buttonClass('secondary')}
        >
          Acompanhar este envio
        </Link>
      }
    >
      <Facts
        facts={[
          {
            term: 'Status',
            detail: (
              <UploadStatusBadge upload={standing ?? { status: upload.status, reasons: [] }} />
            ),
          },
          { term: 'ID do envio', detail: <span className="wrap-anywhere">{upload.id}</span> },
          {
            term: 'Competência',
            detail: `${upload.competencia} (${formatLongMonth(upload.competencia)})`,
          },
          {
            term: 'Fonte',
            detail: <span className="wrap-anywhere">{driveIntegration.source}</span>,
          },
        ]}
      />
      <h3 className="mt-4 mb-1 font-medium">Arquivos na fonte</h3>
      <StackingTable
        caption="Arquivos na fonte"
        columns={columns}
        rows={driveIntegration.files}
        rowKey={({ kind }) => kind}
      />
      <details className="mt-4">
        <summary className="min-h-8 text-dense text-accent pointer-coarse:min-h-11">
          Resposta completa
        </summary>
        <pre
          // It scrolls, so the keyboard must reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="Resposta completa"
          className="mt-2 max-h-80 overflow-auto rounded-control bg-sunken p-3 text-fine"
        >
          {JSON.stringify(answer, null, 2)}
        </pre>
      </details>
    </Panel>
  );
}
