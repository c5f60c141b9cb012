import {
  formatMoment,
  formatReais,
  formatSignedRatio,
  formatRecords,
} from '../../../shared/words/format.ts';
import type { Receipt, SearchReceipt } from '../../../shared/contracts/receipts.ts';
import {
  figureNotes,
  figuresOf,
  figureText,
  mainFigures,
} from '../../../shared/statistics/catalogue.ts';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { countOnlySentence } from '../../../shared/statistics/suppression.ts';
import { Facts } from '../../components/facts.tsx';
import { Hash } from '../../components/hash.tsx';
import { Panel } from '../../components/panel.tsx';
import type { Figures } from '../../../shared/contracts/history.ts';

export function ReceiptFigures({
  statistics,
  method,
}: Pick<SearchReceipt, 'statistics'> & { method: Pick<SearchReceipt['method'], 'designEffect'> }) {
  return (
    <Panel title="Números">
      <dl className="text-dense tabular-nums">
        {figuresOf(statistics).map((figure) => (
          <div
            key={figure.key}
            className="flex justify-between gap-x-6 border-b border-line py-2 last:border-0"
          >
            <dt className="text-muted">{figure.title}</dt>
            <dd className={`text-right ${mainFigures.includes(figure.key) ? 'font-semibold' : ''}`}>
              {figureText(figure)}
            </dd>
          </div>
        ))}
      </dl>
      {(statistics.median === null
        ? [countOnlySentence(statistics.count)]
        : figureNotes(statistics, method.designEffect)
      ).map((text) => (
        <p key={text} className="mt-2 text-dense text-muted">
          {text}
        </p>
      ))}
    </Panel>
  );
}

/** The identity of the answer, and of the data and the product that produced it. */
export function ReceiptIdentity({ receipt }: { receipt: Receipt }) {
  const { id, createdAt, version, release } = receipt;
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
          receipt.kind === 'pesquisa' && {
            term: 'SHA-256 da distribuição',
            detail: <Hash text={receipt.distributionSha256} />,
          },
        ]}
      />
    </Panel>
  );
}

/** A statistic as text; a dash where there are too few records for one. */
export function statisticText({ count }: Figures, reais: number | null): string {
  return reais === null || count < minForStatistics ? '—' : formatReais(reais);
}

/** "20 registros, mediana R$ 1.800,00", or only the count. */
export function figuresText(figures: Figures): string {
  const counted = formatRecords(figures.count);
  return figures.median === null
    ? counted
    : `${counted}, mediana ${statisticText(figures, figures.median)}`;
}

type Figured = { readonly isSynthetic?: boolean | undefined };

/** Whether both figures are of demonstration data, or both of real data: only then is a change stated. */
export const areOfOneKind = (before: Figured, now: Figured): boolean =>
  (before.isSynthetic ?? false) === (now.isSynthetic ?? false);

/** "+5,3 %", "−5,3 %", "igual"; empty if one of them is unknown or the first is zero. */
export function changeText(before: number | null, now: number | null): string {
  if (before === null || now === null) return '';
  if (before === now) return 'igual';
  if (before === 0) return '';
  return formatSignedRatio((now - before) / before);
}
