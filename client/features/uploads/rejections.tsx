import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { formatCount, formatCounted } from '../../../shared/words/format.ts';
import type { RejectionSummary, UploadFile } from '../../../shared/contracts/uploads.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { buttonClass } from '../../components/button.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { rejectionsCsvLink, rejectionsOptions } from './upload-options.ts';

type Group = RejectionSummary['groups'][number];

const columns: readonly Column<Group>[] = [
  {
    header: 'Motivo',
    isRowHeader: true,
    className: '@3xl:w-[30%]',
    cell: ({ reason }) => <span className="font-medium wrap-anywhere">{reason}</span>,
  },
  {
    header: 'Coluna',
    cell: ({ column }) => (
      <span className="wrap-anywhere">{column === '(linha)' ? 'a linha inteira' : column}</span>
    ),
  },
  { header: 'Linhas', align: 'right', cell: ({ count }) => formatCount(count) },
  {
    header: 'Exemplos',
    className: '@3xl:w-[45%]',
    cell: ({ examples }) => (
      <ul className="flex flex-col gap-1">
        {examples.map(({ line, raw }) => (
          <li key={line}>
            <span className="text-muted tabular-nums">Linha {formatCount(line)}: </span>
            <code className="text-fine wrap-anywhere">{raw}</code>
          </li>
        ))}
      </ul>
    ),
  },
];

/** The lines of a file that could not be read, by reason; they load on demand. */
export function Rejections({
  uploadId,
  file,
  rejected,
}: {
  uploadId: string;
  file: UploadFile;
  rejected: number;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mt-4 border-t border-line pt-2"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-8 py-1 font-medium pointer-coarse:min-h-11">
        {formatCounted(rejected, 'linha rejeitada', 'linhas rejeitadas')}, por motivo
      </summary>
      {isOpen && <Summary uploadId={uploadId} file={file} />}
      <a
        href={rejectionsCsvLink(uploadId, file.id)}
        download
        className={buttonClass('secondary', 'mt-3')}
      >
        <Download aria-hidden size={16} />
        Baixar todas (CSV)
      </a>
    </details>
  );
}

function Summary({ uploadId, file }: { uploadId: string; file: UploadFile }) {
  const summary = useQuery(rejectionsOptions(uploadId, file.id));
  return (
    <AsyncPanel query={summary} skeleton={<Skeleton className="mt-2 h-40" />}>
      {({ groups, others, unkept }) => (
        <>
          {unkept > 0 && (
            <p className="mt-2 text-dense text-muted">
              São linhas demais para guardar todas: {formatCounted(unkept, 'linha', 'linhas')} só
              contam aqui e não estão no CSV.
            </p>
          )}
          <StackingTable
            caption={`Linhas rejeitadas de ${file.name}, por motivo`}
            columns={columns}
            rows={groups}
            rowKey={({ column, reason }) => `${column} ${reason}`}
          />
          {others > 0 && (
            <p className="mt-2 text-dense text-muted">
              E mais {formatCounted(others, 'linha', 'linhas')} por outros motivos: estão na lista
              completa.
            </p>
          )}
        </>
      )}
    </AsyncPanel>
  );
}
