import { formatCount, formatMoment, formatReais } from '../../../shared/words/format.ts';
import type { Receipt } from '../../../shared/contracts/receipts.ts';
import { fewestForStatistics } from '../../../shared/statistics/sample-size.ts';
import { Facts } from '../../components/facts.tsx';
import { Hash } from './hash.tsx';
import { Panel } from '../../components/panel.tsx';

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
          { term: 'Mediana, intervalo de 95\u00a0%', detail: interval },
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
            term: 'Dados',
            detail: `versão ${release.number}, de ${formatMoment(release.publishedAt)}${kind}${release.isCurrent ? '; é a atual' : ''}`,
          },
          { term: 'Versão do produto', detail: version },
          { term: 'SHA-256 da distribuição', detail: <Hash text={distributionSha256} /> },
        ]}
      />
    </Panel>
  );
}
