import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Skeleton } from '../../components/async-panel.tsx';
import {
  formatMonth,
  formatReais,
  formatWholeReais,
  formatRecords,
} from '../../../shared/words/format.ts';
import { statistics } from '../../../shared/statistics/catalogue.ts';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { Badge } from '../../components/badge.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { linkClass } from '../../components/button.tsx';
import type { z } from 'zod';
import { getOptions } from '../../lib/get-options.ts';
import { Showcase } from '../../../shared/contracts/showcase.ts';

/** A small real answer, and the product's features, each shown on it. */
export default function ProductTour() {
  const showcase = useQuery(showcaseOptions);
  const answer = showcase.data ?? null;
  return (
    <>
      {showcase.isPending && <Skeleton className="h-88" />}
      {showcase.isError && (
        <p className="text-dense text-muted">Não foi possível carregar o exemplo agora.</p>
      )}
      {showcase.isSuccess && answer === null && (
        <p className="text-dense text-muted">
          Um exemplo aparece aqui quando houver registros suficientes e os últimos meses estiverem
          completos.
        </p>
      )}
      {answer && <Miniature answer={answer} />}
      <Offers answer={answer} />
    </>
  );
}

const readings = (['p10', 'p25', 'median', 'p75', 'p90'] as const).map(
  (name) => [name, statistics[name].label] as const,
);
type Reading = (typeof readings)[number][0];

/** A small version of the search chart: one occupation, its distribution and any of five readings. */
function Miniature({ answer }: { answer: ShownAnswer }) {
  const [reading, setReading] = useState<Reading>('median');
  const { occupation, period, statistics: figures, isSynthetic } = answer;
  const amount = figures[reading];
  return (
    <figure className="card p-4 sm:p-5">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 *:whitespace-normal">
          <span className="font-semibold">{occupation.titulo}</span>
          {isSynthetic && <Badge tone="warm">Dados sintéticos de demonstração</Badge>}
        </span>
        <span className="min-w-0 text-dense text-muted tabular-nums">
          {`CBO ${occupation.cbo} · Brasil · ${formatMonth(period.from)} a ${formatMonth(period.to)} · ${formatRecords(figures.count)}`}
        </span>
      </figcaption>
      <Histogram answer={answer} amount={amount} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SegmentedControl
          label="Ponto da distribuição"
          options={readings}
          value={reading}
          onValue={setReading}
        />
        <output className="inline-block tabular-nums first-letter:uppercase">
          {statistics[reading].meaning}{' '}
          <strong className="font-semibold">{formatReais(amount)}</strong>
        </output>
      </div>
    </figure>
  );
}

const height = 120;

function Histogram({ answer, amount }: { answer: ShownAnswer; amount: number }) {
  const { histogram, statistics: figures } = answer;
  const [first, last] = [histogram[0]?.from ?? 0, histogram.at(-1)?.to ?? 1];
  const tallest = Math.max(1, ...histogram.map(({ count }) => count));
  const placeOf = (reais: number) => ((reais - first) / (last - first)) * 100;
  return (
    <div aria-hidden className="mt-5">
      <div className="relative border-b border-control" style={{ height }}>
        <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" className="size-full">
          {histogram.map(({ from, to, count }) => {
            const barHeight = (count / tallest) * (height - 8);
            const isMiddle = from >= figures.p25 && to <= figures.p75;
            return (
              <rect
                key={from}
                x={placeOf(from) + 0.2}
                width={placeOf(to) - placeOf(from) - 0.4}
                y={height - barHeight}
                height={barHeight}
                className={isMiddle ? 'fill-bar-strong' : 'fill-bar'}
              />
            );
          })}
        </svg>
        <span
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-warm transition-[left]"
          style={{ left: `${placeOf(amount)}%` }}
        >
          <span className="absolute -top-1 left-1/2 size-2.5 -translate-x-1/2 rounded-full bg-warm" />
        </span>
      </div>
      <div className="mt-1 flex justify-between gap-3 text-fine text-muted tabular-nums">
        <span>{formatWholeReais(first)} ou menos</span>
        <span className="max-[20rem]:hidden">{formatWholeReais((first + last) / 2)}</span>
        <span className="text-right">{formatWholeReais(last)} ou mais</span>
      </div>
    </div>
  );
}

type Offer = { term: string; claim: ReactNode; shown: (answer: ShownAnswer) => string };

/** The product's features; each claim is true today, and shown on the sample answer where there is one. */
const offers: readonly Offer[] = [
  {
    term: 'Filtros avançados',
    claim: 'Cargo ou CBO, região, salário e escolaridade; também gênero, idade e período.',
    shown: ({ occupation, period }) =>
      `${occupation.titulo} · Brasil · ${formatMonth(period.from)} a ${formatMonth(period.to)}`,
  },
  {
    term: 'Análise estatística interativa',
    claim:
      'Média, mediana, quartis e qualquer percentil, exatos até o centavo, em um gráfico interativo.',
    shown: ({ statistics: { average, median } }) =>
      `média ${formatReais(average)} · mediana ${formatReais(median)}`,
  },
  {
    term: 'Relatórios profissionais',
    claim:
      'PDF, Excel e CSV com metodologia: quantos registros entram, quais ficam de fora e por quê, e um recibo para refazer o cálculo.',
    shown: ({ statistics: { count } }) => `${formatRecords(count)} · percentis exatos`,
  },
  {
    term: 'Dados do governo',
    claim: 'O Novo CAGED, registro oficial que o Ministério do Trabalho e Emprego publica.',
    shown: ({ isSynthetic }) =>
      isSynthetic
        ? 'Por enquanto, esta instalação só tem a demonstração.'
        : 'Os números acima são do registro.',
  },
  {
    term: 'Proteção de dados',
    claim: (
      <>
        Os registros não trazem nome, CPF nem empregador. Com menos de cinco, mostramos só a
        contagem. Você pode ver, exportar e pedir a eliminação dos seus dados:{' '}
        <Link to="/privacy" className={linkClass}>
          aviso de privacidade
        </Link>
        .
      </>
    ),
    shown: ({ statistics: { count } }) =>
      `${formatRecords(count)}, mais que o mínimo de ${minForStatistics}`,
  },
  {
    term: 'Atualizações mensais',
    claim: 'O governo publica um mês por vez, e cada mês carregado vira uma nova versão dos dados.',
    shown: ({ period }) => `dados até ${formatMonth(period.to)}`,
  },
];

function Offers({ answer }: { answer: ShownAnswer | null }) {
  return (
    <dl className="grid gap-x-8 sm:grid-cols-2">
      {offers.map(({ term, claim, shown }) => (
        <div key={term} className="border-t border-line py-4">
          <dt className="font-medium">{term}</dt>
          <dd className="mt-1 text-dense text-muted">{claim}</dd>
          {answer && <dd className="mt-2 text-dense tabular-nums">{shown(answer)}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** A small real answer; null if no release is published. */
const showcaseOptions = getOptions(['showcase'], '/api/showcase', Showcase);

type ShownAnswer = NonNullable<z.infer<typeof Showcase>>;
