import { formatCount, formatMoment, formatMonth, formatReais } from '../../../shared/format.ts';
import type { Receipt, ReceiptFile } from '../../../shared/receipts.ts';
import { fewestForStatistics } from '../../../shared/sample-size.ts';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';

/** What came out, figure by figure. */
export function ReceiptFigures({ statistics }: Pick<Receipt, 'statistics'>) {
  const { count, medianInterval, ...figures } = statistics;
  const money = (reais: number | null) =>
    reais === null || count < fewestForStatistics ? '—' : formatReais(reais);
  const interval =
    medianInterval === null || count < fewestForStatistics
      ? '—'
      : `${formatReais(medianInterval.lower)} a ${formatReais(medianInterval.upper)}`;
  return (
    <Panel title="Números">
      <Facts
        facts={[
          { term: 'Registros (n)', detail: <Figure text={formatCount(count)} /> },
          { term: 'Mediana', detail: <Figure text={money(figures.median)} /> },
          { term: 'Média', detail: <Figure text={money(figures.average)} /> },
          { term: 'Mínimo e máximo', detail: `${money(figures.min)} e ${money(figures.max)}` },
          { term: 'P10 e P90', detail: `${money(figures.p10)} e ${money(figures.p90)}` },
          { term: 'Q1 e Q3', detail: `${money(figures.p25)} e ${money(figures.p75)}` },
          { term: 'Desvio padrão', detail: money(figures.standardDeviation) },
          { term: 'Mediana, intervalo de 95%', detail: interval },
        ]}
      />
      {count < fewestForStatistics && (
        <p className="mt-2 text-dense text-muted">
          Com menos de {fewestForStatistics} registros mostramos só a contagem.
        </p>
      )}
    </Panel>
  );
}

const Figure = ({ text }: { text: string }) => (
  <span className="font-semibold tabular-nums">{text}</span>
);

const Hash = ({ text }: { text: string }) => (
  <code className="font-mono text-fine break-all">{text}</code>
);

/** What identifies the answer, and the data and the product that made it. */
export function ReceiptIdentity({ receipt }: { receipt: Receipt }) {
  const { id, createdAt, version, release, distributionSha256 } = receipt;
  const kind = release.isSynthetic ? ' (dados sintéticos de demonstração)' : '';
  return (
    <Panel title="Identificação">
      <Facts
        facts={[
          { term: 'Recibo', detail: <Hash text={id} /> },
          { term: 'Feito em', detail: formatMoment(createdAt) },
          {
            term: 'Publicação dos dados',
            detail: `nº ${release.number}, de ${formatMoment(release.publishedAt)}${kind}${release.isCurrent ? '; é a atual' : ''}`,
          },
          { term: 'Versão do produto', detail: version },
          { term: 'SHA-256 da distribuição', detail: <Hash text={distributionSha256} /> },
        ]}
      />
    </Panel>
  );
}

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

/** The files that the release rests on: with the same files, anyone can compute the same. */
export function ReceiptFiles({ files }: Pick<Receipt, 'files'>) {
  return (
    <Panel title="Arquivos da publicação">
      {files.length === 0 ? (
        <p className="text-muted">A lista dos arquivos desta publicação não foi guardada.</p>
      ) : (
        <StackingTable
          caption="Arquivos da publicação"
          columns={fileColumns}
          rows={files}
          rowKey={({ kind, month }) => `${kind}${month}`}
        />
      )}
    </Panel>
  );
}
