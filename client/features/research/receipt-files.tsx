import { useState } from 'react';
import { formatCount, formatMonth } from '../../../shared/words/format.ts';
import type { Receipt, ReceiptFile } from '../../../shared/contracts/receipts.ts';
import { Panel } from '../../components/panel.tsx';
import { TextButton } from '../../components/button.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Hash } from './receipt-panels.tsx';

const fileColumns: readonly Column<ReceiptFile>[] = [
  {
    header: 'Arquivo',
    isRowHeader: true,
    className: '@3xl:w-[30%]',
    cell: ({ name, kind, month }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <span className="block text-muted">
          {kind}, {formatMonth(month)}
        </span>
      </>
    ),
  },
  {
    header: 'Linhas lidas',
    align: 'right',
    cell: ({ lines, accepted }) =>
      lines === null || accepted === null
        ? '—'
        : accepted === lines
          ? formatCount(lines)
          : `${formatCount(accepted)} de ${formatCount(lines)}`,
  },
  {
    header: 'SHA-256 do texto',
    cell: ({ sha256, receivedSha256 }) => (
      <>
        {sha256 === null ? '—' : <Hash text={sha256} />}
        {receivedSha256 !== null && receivedSha256 !== sha256 && (
          <span className="mt-1 block text-muted">
            recebido: <Hash text={receivedSha256} />
          </span>
        )}
      </>
    ),
  },
];

const shownAtFirst = 6;
const fileKey = ({ kind, month }: ReceiptFile) => `${kind}${month}`;

/** The files of the release: anyone can compute the same figures from the same files. */
export function ReceiptFiles({ files }: Pick<Receipt, 'files'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Arquivos desta versão dos dados">
      {files.length === 0 ? (
        <p className="text-muted">A lista dos arquivos desta versão não foi guardada.</p>
      ) : (
        <>
          <div className="print:hidden">
            <StackingTable
              caption="Arquivos desta versão dos dados"
              columns={fileColumns}
              rows={isOpen ? files : files.slice(0, shownAtFirst)}
              rowKey={fileKey}
            />
            {files.length > shownAtFirst && (
              <TextButton className="mt-2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? 'Mostrar só os mais novos' : `Mostrar todos (${files.length})`}
              </TextButton>
            )}
          </div>
          {/* Paper lists every file, one line each where it fits. */}
          <div className="hidden print:block">
            <Table
              caption="Todos os arquivos desta versão dos dados"
              columns={fileColumns}
              rows={files}
              rowKey={fileKey}
            />
          </div>
        </>
      )}
    </Panel>
  );
}
