import type { Statistics } from '../../../shared/contracts/search.ts';
import { formatReais } from '../../../shared/words/format.ts';
import { Panel } from '../../components/panel.tsx';

/** The real quartiles with their plain meaning, and how far pay spreads. */
export function QuartilePanel({ statistics, anchor }: { statistics: Statistics; anchor: string }) {
  const { p10, p25, median, p75, p90, standardDeviation } = statistics;
  return (
    <Panel title="Quartis" anchor={anchor}>
      <div className="@container">
        <dl className="gap-x-10 tabular-nums @2xl:columns-2">
          <Row term="P10" meaning="um em cada dez ganha até" reais={p10} />
          <Row term="1º quartil (Q1)" meaning="um em cada quatro ganha até" reais={p25} />
          <Row term="Mediana (Q2)" meaning="metade ganha até" reais={median} isMain />
          <Row term="3º quartil (Q3)" meaning="três em cada quatro ganham até" reais={p75} />
          <Row term="P90" meaning="nove em cada dez ganham até" reais={p90} />
          <Row
            term="Q3 − Q1"
            meaning="largura da metade central"
            reais={p25 === null || p75 === null ? null : p75 - p25}
          />
          <Row
            term="Desvio padrão"
            meaning="dispersão em torno da média"
            reais={standardDeviation}
          />
        </dl>
      </div>
    </Panel>
  );
}

function Row({
  term,
  meaning,
  reais,
  isMain = false,
}: {
  term: string;
  meaning: string;
  reais: number | null;
  isMain?: boolean;
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 break-inside-avoid border-b border-line py-2 last:border-0 ${isMain ? 'font-semibold' : ''}`}
    >
      <dt className="min-w-0">
        {term}
        <span className="block text-dense font-normal text-muted">{meaning}</span>
      </dt>
      <dd className="whitespace-nowrap">{reais === null ? '—' : formatReais(reais)}</dd>
    </div>
  );
}
