import { useMutation } from '@tanstack/react-query';
import { formatCount, formatMonth } from '../../../shared/words/format.ts';
import { UploadsCheck } from '../../../shared/contracts/overview.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import { UploadStatusBadge } from '../../components/upload-status-badge.tsx';
import type { Column } from '../../components/table.tsx';
import { get } from '../../lib/call.ts';
import { failureText } from '../../lib/failure-text.ts';

type CheckedUpload = UploadsCheck['uploads'][number];

const checkUploads = (): Promise<UploadsCheck> => get('/api/uploads-check', UploadsCheck);

/** Checks whether the database responds, and shows the uploads that it has. */
export function DatabasePanel() {
  const check = useMutation({ mutationFn: checkUploads });
  return (
    <Panel title="Banco de dados">
      <p className="mb-3 max-w-prose text-muted">
        Pergunta ao banco de dados pelos últimos 50 envios.
      </p>
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? 'Verificando...' : 'Verificar banco de dados'}
      </Button>
      <div className="mt-4 flex flex-col gap-4 empty:hidden">
        {check.isSuccess && <Answer check={check.data} />}
        {check.isError && (
          <Notice
            tone="danger"
            title={`❌ Erro: ${failureText(check.error, 'O banco de dados não pôde ser verificado.')}`}
          />
        )}
      </div>
    </Panel>
  );
}

function Answer({ check: { message, uploads } }: { check: UploadsCheck }) {
  return (
    <>
      <Notice tone="neutral" title={message} />
      {uploads.length > 0 && (
        <StackingTable
          caption="Envios no banco de dados"
          columns={columns}
          rows={uploads}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}

const columns: readonly Column<CheckedUpload>[] = [
  {
    header: 'ID',
    isRowHeader: true,
    cell: ({ id }) => <span className="font-medium wrap-anywhere">{id}</span>,
  },
  {
    header: 'Competência',
    cell: ({ competencia }) => (competencia === null ? '—' : formatMonth(competencia)),
  },
  { header: 'Status', cell: (upload) => <UploadStatusBadge upload={upload} /> },
  { header: 'Arquivos', align: 'right', cell: ({ fileCount }) => formatCount(fileCount) },
];
