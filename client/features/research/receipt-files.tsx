import { formatCount, formatMonth } from '../../../shared/words/format.ts';
import type { Receipt, ReceiptFile } from '../../../shared/contracts/receipts.ts';
import { Panel } from '../../components/panel.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { Hash } from '../../components/hash.tsx';

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

/** The files of the release: anyone can compute the same figures from the same files. */
export function ReceiptFiles({ files }: Pick<Receipt, 'files'>) {
  const title = 'Arquivos desta versão dos dados';
  return (
    <Panel title={title}>
      {files.length === 0 ? (
        <p className="text-muted">A lista dos arquivos desta versão não foi guardada.</p>
      ) : (
        <ScrollRegion
          label={`Tabela: ${title}`}
          className="max-h-120 overflow-y-auto print:max-h-none print:overflow-visible"
        >
          <StackingTable
            caption={title}
            columns={fileColumns}
            rows={files}
            rowKey={({ kind, month }) => `${kind}${month}`}
          />
        </ScrollRegion>
      )}
    </Panel>
  );
}
