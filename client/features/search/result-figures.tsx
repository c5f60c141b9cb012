import type { Statistics } from '../../../shared/contracts/search.ts';
import { formatCount, formatReais } from '../../../shared/words/format.ts';
import { minForSensitive, minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { edgeNotes, figuresOf, figureText } from '../../../shared/statistics/catalogue.ts';
import { heapNotes } from '../../../shared/statistics/heaping.ts';
import { Panel } from '../../components/panel.tsx';
import { dataLimits } from '../../../shared/contracts/completeness.ts';

/** Four figures in a strip, each with its definition; a missing figure is never invented. */
export function ResultCards({
  statistics,
  totalCount,
}: {
  statistics: Statistics;
  totalCount: number;
}) {
  const { count, average, median, min, max } = statistics;
  const money = (reais: number | null) =>
    reais === null ? suppressed(count) : { figure: formatReais(reais), note: 'por mês' };
  const range =
    min !== null && max !== null
      ? { figure: `${formatReais(min)} a ${formatReais(max)}`, note: 'menor e maior registro' }
      : suppressed(count);
  // The columns depend on the container's width: beside sidebar and filters, a wide screen leaves little.
  return (
    <div className="@container">
      <dl className="card grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-3 sm:px-5 tabular-nums @min-[50rem]:grid-cols-[auto_auto_auto_auto] @min-[50rem]:justify-between">
        <Card
          title="Total de Registros"
          figure={formatCount(totalCount)}
          note={totalCount === 1 ? 'movimentação' : 'movimentações'}
        />
        <Card title="Salário Médio" {...money(average)} />
        <Card title="Salário Mediano" {...money(median)} />
        <Card title="Faixa Salarial" {...range} />
      </dl>
    </div>
  );
}

/** The answer above the strip states the rule; here the reason is enough. */
function suppressed(count: number): { figure: string; note: string } {
  const minRecords = count < minForStatistics ? minForStatistics : minForSensitive;
  return {
    figure: '—',
    note: count === 0 ? 'nenhum registro' : `menos de ${minRecords} registros`,
  };
}

function Card({ title, figure, note }: { title: string; figure: string; note: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-dense text-muted">{title}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 @max-[50rem]:flex-col">
        <span className="font-semibold">{figure}</span>
        <span className="text-fine text-muted">{note}</span>
      </dd>
    </div>
  );
}

/** Every statistic of an answer with its plain meaning. */
export function QuartilePanel({ statistics }: { statistics: Statistics }) {
  return (
    <Panel title="Quartis">
      <div className="@container">
        <dl className="gap-x-10 tabular-nums @2xl:columns-2">
          {figuresOf(statistics).map((figure) => (
            <div
              key={figure.key}
              className={`flex items-baseline justify-between gap-4 break-inside-avoid border-b border-line py-2 last:border-0 ${figure.key === 'median' ? 'font-semibold' : ''}`}
            >
              <dt className="min-w-0">
                {figure.title}
                <span className="block text-dense font-normal text-muted">{figure.meaning}</span>
              </dt>
              <dd className="whitespace-nowrap">{figureText(figure)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {[...edgeNotes(statistics), ...heapNotes(statistics)].map((text) => (
        <p key={text} className="mt-3 text-dense text-muted">
          {text}
        </p>
      ))}
    </Panel>
  );
}

/** Printed with every result: what the figures are and what they are not. */
export function Footnote() {
  return <p className="max-w-prose text-dense text-muted">{dataLimits.join(' ')}</p>;
}
