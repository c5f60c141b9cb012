import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCounted, formatMonth, formatReais } from '../../../shared/words/format.ts';
import { linkClass } from '../../components/link-class.ts';
import type { ShownAnswer } from './showcase-options.ts';

type Offer = { term: string; claim: ReactNode; shown: (answer: ShownAnswer) => ReactNode };

/** The product's features; each claim is true today, and illustrated with the sample answer where there is one. */
const offers: readonly Offer[] = [
  {
    term: 'Filtros avançados',
    claim: 'Cargo ou CBO, região, salário e escolaridade; também gênero, idade e período.',
    shown: ({ occupation, period }) => (
      <Chips
        texts={[
          occupation.titulo,
          'Brasil',
          `${formatMonth(period.from)} a ${formatMonth(period.to)}`,
        ]}
      />
    ),
  },
  {
    term: 'Estatística com vistas interativas',
    claim:
      'Média, mediana, quartis e qualquer percentil, exatos até o centavo, num gráfico que responde.',
    shown: ({ statistics }) => (
      <>
        média {formatReais(statistics.average)} · mediana {formatReais(statistics.median)}
      </>
    ),
  },
  {
    term: 'Relatórios profissionais',
    claim:
      'PDF, Excel e CSV com metodologia: quantos registros contam, quais ficaram de fora e por quê, e o recibo que repete a conta.',
    shown: ({ statistics }) => (
      <>{formatCounted(statistics.count, 'registro', 'registros')} · percentis inclusivos</>
    ),
  },
  {
    term: 'Dados do governo',
    claim: 'O Novo CAGED, registro oficial que o Ministério do Trabalho e Emprego publica.',
    shown: ({ isSynthetic }) =>
      isSynthetic
        ? 'Nesta instalação, por enquanto, só a demonstração sintética.'
        : 'Os números acima são do registro.',
  },
  {
    term: 'Proteção de dados',
    claim: (
      <>
        Os registros não trazem nome, CPF nem empregador, e com menos de cinco não há estatística.
        Os seus próprios dados você vê, exporta e pode mandar eliminar:{' '}
        <Link to="/privacy" className={linkClass}>
          aviso de privacidade
        </Link>
        .
      </>
    ),
    shown: () => 'sem nome, sem CPF, sem empregador',
  },
  {
    term: 'Atualizações mensais',
    claim: 'O governo publica um mês por vez, e cada mês carregado vira uma nova versão dos dados.',
    shown: ({ period }) => <Months {...period} />,
  },
];

export function Offers({ answer }: { answer: ShownAnswer | null }) {
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

function Chips({ texts }: { texts: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {texts.map((text) => (
        <span key={text} className="rounded-control bg-accent-soft px-2 py-0.5 text-accent">
          {text}
        </span>
      ))}
    </span>
  );
}

/** One cell per month, the last one marked. */
function Months({ from, to }: ShownAnswer['period']) {
  const count = Math.min(12, monthNumber(to) - monthNumber(from) + 1);
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="flex gap-0.5">
        {Array.from({ length: count }, (_, month) => (
          <span
            key={month}
            className={`h-3 w-1.5 rounded-[1px] ${month === count - 1 ? 'bg-warm' : 'bg-bar'}`}
          />
        ))}
      </span>
      dados até {formatMonth(to)}
    </span>
  );
}

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4));
