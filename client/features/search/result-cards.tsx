import type { ReactNode } from 'react';
import type { Statistics } from '../../../shared/contracts/search.ts';
import { formatCount, formatReais } from '../../../shared/words/format.ts';
import { fewestForStatistics } from '../../../shared/statistics/sample-size.ts';

/** The four figures at the top; each says what it is of, and none is invented. */
export function ResultCards({
  statistics,
  totalCount,
}: {
  statistics: Statistics;
  totalCount: number;
}) {
  const { count, average, median, min, max } = statistics;
  const isShown = count >= fewestForStatistics;
  const n = `por mês · n = ${formatCount(count)}`;
  const money = (reais: number | null) =>
    isShown && reais !== null ? { figure: formatReais(reais), note: n } : withheld(count);
  const range =
    isShown && min !== null && max !== null
      ? { figure: `${formatReais(min)} a ${formatReais(max)}`, note: n }
      : withheld(count);
  // By their own width: beside sidebar and filters a wide screen leaves little.
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 gap-3 @min-[50rem]:grid-cols-[1fr_1.1fr_1.1fr_1.75fr]">
        <Card
          isWide
          title="Total de Registros"
          figure={formatCount(totalCount)}
          note={totalCount === 1 ? 'movimentação' : 'movimentações'}
        />
        <Card title="Salário Médio" {...money(average)} />
        <Card title="Salário Mediano" {...money(median)} />
        <Card title="Faixa Salarial" isWide {...range} />
      </dl>
    </div>
  );
}

function withheld(count: number): { figure: string; note: string } {
  return {
    figure: '—',
    note:
      count === 0
        ? 'nenhum salário a contar'
        : `com menos de ${fewestForStatistics} registros mostramos só a contagem`,
  };
}

function Card({
  title,
  figure,
  note,
  isWide = false,
}: {
  title: string;
  figure: ReactNode;
  note: string;
  /** Where the four cards stand in two columns, it takes both. */
  isWide?: boolean;
}) {
  return (
    <div className={`card min-w-0 p-3 sm:p-4 ${isWide ? '@max-[50rem]:col-span-2' : ''}`}>
      <dt className="text-dense text-muted">{title}</dt>
      <dd className="mt-1 flex flex-col gap-1 tabular-nums">
        <span className="text-title leading-7 font-semibold">{figure}</span>
        <span className="text-fine text-muted">{note}</span>
      </dd>
    </div>
  );
}
