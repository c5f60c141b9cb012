import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../components/button.tsx';
import { Skeleton } from '../../components/async-panel.tsx';
import { Notice } from '../../components/notice.tsx';
import { RetryButton } from '../../components/failure-notice.tsx';
import { named } from '../../../shared/filters/filter.ts';
import type { SearchFilters, TextFound } from '../../../shared/contracts/search.ts';
import { contradictionOf } from './search-form.ts';
import { hasStoppedWaiting, stoppedWaiting } from '../../lib/stopped-waiting.ts';
import { CallError, errorSentence, failureText } from '../../lib/call.ts';
import { useCan } from '../../lib/session.ts';

const examples = [
  'Vendedor de comércio varejista',
  'Técnico de enfermagem',
  'Analista de sistemas',
];

/** First use: the purpose of the screen and how to start. */
export function NothingRequested({
  onExample,
}: {
  /** Undefined where there are no data to search. */
  onExample: ((text: string) => void) | undefined;
}) {
  return (
    <section className="mx-auto flex w-full max-w-[45rem] flex-col items-start gap-4 py-4 sm:pb-8">
      <h1 className="text-figure font-semibold tracking-tight">Nenhuma pesquisa realizada</h1>
      <p>
        Escreva um cargo ou um código CBO e clique em{' '}
        <strong className="font-semibold">Buscar Dados</strong>. Depois, ajuste os filtros. A
        resposta mostra os salários, a qualidade dos dados e como cada número foi calculado.
      </p>
      {onExample && (
        <div>
          <p className="mb-2 text-dense text-muted">Para começar por um exemplo:</p>
          <ul className="flex flex-wrap gap-2">
            {examples.map((text) => (
              <li key={text}>
                <Button onClick={() => onExample(text)}>{text}</Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** States who has to load data; an administrator sees how. */
export function NoDataNotice() {
  const mayLoad = useCan('administer');
  return (
    <Notice
      tone="neutral"
      title="Nenhum dado publicado ainda"
      actions={
        mayLoad ? (
          <Link to="/admin/dashboard" className={buttonClass('primary')}>
            Carregar o primeiro mês
          </Link>
        ) : undefined
      }
    >
      {mayLoad
        ? 'Você é administrador: carregue um mês do CAGED para começar a pesquisar.'
        : 'Para começar a pesquisar, peça a um administrador que carregue um mês do CAGED.'}
    </Notice>
  );
}

/** A query without results, with the nearest relaxed queries. */
export function NothingFound({
  filters,
  text,
  relaxed,
  onWiden,
  onArea,
}: {
  filters: SearchFilters;
  /** The alternatives for a text that matches no occupation; null if it matches some. */
  text: TextFound | null;
  /** Relaxed queries that have results, where there are any. */
  relaxed: ReactNode;
  onWiden: (change: Partial<SearchFilters>) => void;
  /** Opens the occupations of a CBO group. */
  onArea: (code: string) => void;
}) {
  if (text !== null) {
    return (
      <UnknownOccupation
        requested={filters.searchQuery ?? ''}
        text={text}
        onArea={onArea}
        onPick={(cbo) => onWiden({ searchQuery: undefined, cbo })}
      />
    );
  }
  const contradiction = contradictionOf(filters);
  if (contradiction) {
    return (
      <Notice
        tone="neutral"
        title="Nenhum registro encontrado"
        actions={
          <Button look="primary" onClick={() => onWiden(contradiction.change)}>
            {contradiction.label}
          </Button>
        }
      >
        {contradiction.sentence}
      </Notice>
    );
  }
  return (
    <Notice
      tone="neutral"
      title="Nenhum registro encontrado"
      {...(relaxed !== undefined && { actions: relaxed })}
    >
      <p>
        Nenhuma movimentação do período atende a todos os filtros.{' '}
        {relaxed === undefined
          ? 'Confira o cargo ou escolha um período maior.'
          : 'Pesquisas mais amplas com resultado:'}
      </p>
    </Notice>
  );
}

/** No word of the text is known: offers similar names, and areas to look in. */
function UnknownOccupation({
  requested,
  text: { alike, areas },
  onPick,
  onArea,
}: {
  requested: string;
  text: TextFound;
  onPick: (cbo: string) => void;
  onArea: (code: string) => void;
}) {
  return (
    <Notice tone="neutral" title="Nenhum registro encontrado">
      <p>Não encontramos o cargo “{requested}”.</p>
      {alike.length > 0 && (
        <Offers title="Nomes parecidos:">
          {alike.map(({ codigo, titulo }) => (
            <li key={codigo}>
              <Button onClick={() => onPick(codigo)}>{named(codigo, titulo)}</Button>
            </li>
          ))}
        </Offers>
      )}
      <Offers
        title={
          alike.length > 0 ? 'Ou veja as ocupações de uma área:' : 'Veja as ocupações de uma área:'
        }
      >
        {areas.map(({ codigo, nome }) => (
          <li key={codigo}>
            <Button onClick={() => onArea(codigo)}>{`${codigo} ${nome}`}</Button>
          </li>
        ))}
      </Offers>
    </Notice>
  );
}

function Offers({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-3">
      <p className="mb-2">{title}</p>
      <ul className="flex flex-wrap gap-2">{children}</ul>
    </div>
  );
}

const failed = { tone: 'danger', title: 'Erro na Pesquisa' } as const;
const stopped = { tone: 'neutral', title: stoppedWaiting.title } as const;

export function SearchError({
  error,
  onRetry,
  onLogin,
}: {
  error: Error;
  onRetry: () => void;
  onLogin: () => void;
}) {
  const text = searchErrorText(error);
  return (
    <Notice
      {...(hasStoppedWaiting(error) ? stopped : failed)}
      actions={
        mentionsLogin(text) ? (
          <Button look="primary" onClick={onLogin}>
            Fazer Login
          </Button>
        ) : (
          <RetryButton error={error} retry={onRetry} />
        )
      }
    >
      {text}
    </Notice>
  );
}

export function ResultsSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-95 max-sm:h-160" />
      <Skeleton className="h-17 max-sm:h-40" />
      <Skeleton className="h-160" />
    </div>
  );
}

/** A placeholder for the first query's sentence, until its names load. */
export function SentenceSkeleton() {
  return (
    <>
      <h1 className="sr-only">Pesquisa salarial</h1>
      <Skeleton className="h-30 sm:h-16" />
    </>
  );
}

const loginNeeded = 'Você precisa fazer login primeiro.';

/** The banner's message for a failed search (specification, §8). */
export function searchErrorText(error: Error): string {
  if (error instanceof CallError) {
    return error.status === 401
      ? loginNeeded
      : `Erro na pesquisa: ${error.status} - ${errorSentence(error)}`;
  }
  if (hasStoppedWaiting(error)) return stoppedWaiting.text;
  return failureText(error, 'Erro desconhecido');
}

/** Whether the user can resolve an error by signing in. */
export function mentionsLogin(text: string): boolean {
  return /login/i.test(text);
}
