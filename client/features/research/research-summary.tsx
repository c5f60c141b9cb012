import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { brasiliaDay } from '../../../shared/codes/months.ts';
import { formatDate, formatMonth } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Facts } from '../../components/facts.tsx';
import { loneLinkClass } from '../../components/button.tsx';
import { IncompleteLine } from '../../components/incomplete-notice.tsx';
import { Panel } from '../../components/panel.tsx';
import type { ListPage } from '../../lib/call.ts';
import { expectedText, releaseOptions } from '../../lib/release.ts';
import { writeSearchLink } from '../../lib/search-url.ts';
import { figuresText } from './receipt-panels.tsx';
import { historyOptions, savedOptions } from './research-options.ts';
import { ChangeLine } from './saved-change.tsx';
import { OpenSaved } from './open-saved.tsx';
import { leadingParts, monthParts } from '../../lib/query-parts.ts';

/** The number of searches in each list. */
const recentSize = 5;

/** The search screen before the first query: the user's own work, and how recent the data is. */
export function ResearchSummary() {
  return (
    <div className="@container">
      <div className="grid items-start gap-4 @min-[44rem]:grid-cols-2">
        <RecentSearches />
        <div className="flex min-w-0 flex-col gap-4">
          <SavedSearches />
          <Freshness />
        </div>
      </div>
    </div>
  );
}

const rowLink = `${loneLinkClass} font-medium`;

function RecentSearches() {
  const history = useQuery(historyOptions({ pageSize: recentSize }));
  return (
    <ShortList
      title="Pesquisas recentes"
      query={history}
      emptyText="As suas pesquisas aparecem aqui, com os números que encontraram."
      all={{ to: '/history', label: 'Ver o histórico' }}
    >
      {({ id, name, query, filters, isRepeatable, release, figures, completeness }) => {
        const title = name ?? [...leadingParts(query.parts), query.subject].join('\u00a0· ');
        return (
          <li key={id} className="border-b border-line py-2 last:border-0">
            {isRepeatable ? (
              <Link to="/dashboard" search={writeSearchLink(filters)} className={rowLink}>
                {title}
              </Link>
            ) : (
              <span className="font-medium wrap-anywhere">{title}</span>
            )}
            <IncompleteLine completeness={completeness} />
            <p className="text-dense text-muted wrap-anywhere tabular-nums">
              {[...monthParts(query.parts), figuresText(figures)].join('\u00a0· ')}
              {!release.isCurrent && `\u00a0· versão ${release.number}`}
              {release.isSynthetic && '\u00a0· demonstração'}
            </p>
          </li>
        );
      }}
    </ShortList>
  );
}

function SavedSearches() {
  const saved = useQuery(savedOptions({ pageSize: recentSize }));
  return (
    <ShortList
      title="Pesquisas salvas"
      query={saved}
      emptyText="O que você ou a sua empresa salvar aparece aqui, com o que mudou em cada versão dos dados."
      all={{ to: '/saved', label: 'Ver todas' }}
    >
      {(search) => (
        <li key={search.id} className="border-b border-line py-2 last:border-0">
          <OpenSaved saved={search} className={rowLink}>
            {search.name}
          </OpenSaved>
          <p className="text-dense text-muted wrap-anywhere tabular-nums">
            {!search.name.includes(search.query.subject) && `${search.query.subject}\u00a0· `}
            <ChangeLine saved={search} />
          </p>
        </li>
      )}
    </ShortList>
  );
}

function ShortList<Row>({
  title,
  query,
  emptyText,
  all,
  children,
}: {
  title: string;
  query: UseQueryResult<ListPage<Row>>;
  emptyText: string;
  all: { to: '/history' | '/saved'; label: string };
  children: (row: Row) => ReactNode;
}) {
  const isFilled = (query.data?.total ?? 0) > 0;
  return (
    <Panel
      title={title}
      aside={
        isFilled && (
          <Link to={all.to} search={{}} className={`text-dense ${loneLinkClass}`}>
            {all.label}
          </Link>
        )
      }
    >
      <AsyncPanel query={query} skeleton={<Skeleton className="h-60" />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-muted">{emptyText}</p>
          ) : (
            <ul className="-my-2">{rows.map(children)}</ul>
          )
        }
      </AsyncPanel>
    </Panel>
  );
}

function Freshness() {
  const release = useQuery(releaseOptions);
  const [today] = useState(() => brasiliaDay(new Date()));
  return (
    <Panel title="Dados disponíveis">
      <AsyncPanel query={release} skeleton={<Skeleton className="h-30" />}>
        {({ number, publishedAt, months, lastMonth, nextPublication, isSynthetic }) =>
          number === null ? (
            <p className="text-muted">Nenhum dado publicado ainda.</p>
          ) : (
            <Facts
              facts={[
                {
                  term: 'Dados',
                  detail: `versão ${number}${publishedAt === null ? '' : `, de ${formatDate(publishedAt)}`}`,
                },
                {
                  term: 'Dados até',
                  detail: lastMonth === null ? 'sem arquivo MOV' : formatMonth(lastMonth),
                },
                { term: 'Meses carregados', detail: months.length },
                nextPublication !== null &&
                  !isSynthetic && {
                    term: 'Próximo mês',
                    detail: `${formatMonth(nextPublication.month)}, ${expectedText(nextPublication, today)}`,
                  },
              ]}
            />
          )
        }
      </AsyncPanel>
    </Panel>
  );
}
