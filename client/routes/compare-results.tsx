import { Link } from '@tanstack/react-router';
import { formatRecords } from '../../shared/words/format.ts';
import type { QueryNames } from '../../shared/filters/filter.ts';
import { describeQuery } from '../../shared/sentences/query-text.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import type { SelectableMonths } from '../../shared/filters/data.ts';
import { fullTimeOffer, partTimeText } from '../../shared/statistics/working-hours.ts';
import { Skeleton, Stale } from '../components/async-panel.tsx';
import type { MenuAct } from '../components/act-menu.tsx';
import { Button } from '../components/button.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { Notice } from '../components/notice.tsx';
import { Panel } from '../components/panel.tsx';
import { IncompleteDataNotice } from '../components/incomplete-notice.tsx';
import { EarlierSyntheticNotice } from '../components/synthetic-notice.tsx';
import { WaitingInQueue } from '../components/waiting-in-queue.tsx';
import { letterOf } from '../../shared/statistics/selection-comparison.ts';
import type { Compared } from '../features/compare/compare-button.tsx';
import { BesideOffers } from '../features/compare/beside-offers.tsx';
import { SelectionRow } from '../features/compare/selection-row.tsx';
import { withPeriod } from '../features/search/search-form.ts';
import type { AnsweredSelection } from '../features/search/search-options.ts';
import { maxSelections } from '../lib/comparison-link.ts';
import { writeSearchLink } from '../lib/search-url.ts';
import { CompareFigures, incompleteTitleOf } from './compare-figures.tsx';
import { selectionOptions } from './selection-answers.ts';
import type { Answer, useComparison } from './use-comparison.ts';

/** The selections and, below them, the comparison of those that have a response. */
export function CompareResults({
  selections,
  answers,
  comparison: { names, titles, compared, verdict },
  selectable,
  release,
  onSelections,
  onEdit,
}: {
  selections: readonly SearchFilters[];
  /** In the order of the selections. */
  answers: readonly Answer[];
  comparison: ReturnType<typeof useComparison>;
  selectable: SelectableMonths;
  release: number | undefined;
  onSelections: (selections: readonly SearchFilters[]) => void;
  onEdit: (place: number) => void;
}) {
  const isStale = answers.some(({ isPlaceholderData }) => isPlaceholderData);
  const queries = selections.map((filters, place) =>
    queryParts(filters, names, answers[place]?.data, selectable),
  );
  const shared = (queries[0] ?? []).filter((part) => queries.every((all) => all.includes(part)));
  const first = selections[0];
  const isWaiting = answers.some(({ isPending }) => isPending);
  const regional = answers[0]?.data?.answer.panels?.regional;
  return (
    <>
      <Stale isStale={isStale}>
        <div className="flex flex-col gap-4">
          <EarlierSyntheticNotice
            isSynthetic={answers.some(({ data }) => data?.answer.method.release?.isSynthetic)}
          />
          <IncompleteDataNotice title={incompleteTitleOf(compared)} />
          <MixedHours
            compared={compared}
            onFullTime={() =>
              onSelections(selections.map((one) => ({ ...one, metodo: 'integral' })))
            }
          />
          {verdict === null && isWaiting && selections.length > 1 && (
            <Skeleton className="h-18 sm:h-6" />
          )}
          {verdict !== null && (
            <div className="max-w-4xl">
              <p className="text-title font-semibold">{verdict.lead}</p>
              {verdict.rest.length > 0 && <p className="mt-1">{verdict.rest.join(' ')}</p>}
            </div>
          )}
        </div>
      </Stale>
      <Panel title="Seleções">
        <p className="-mt-2 mb-2 text-dense text-muted">{shared.join('\u00a0· ')}</p>
        <ol className="*:has-[[role=alert]]:pb-3">
          {selections.map((selection, place) => (
            <SelectionRow
              key={letterOf(place)}
              place={place}
              letter={letterOf(place)}
              name={titles[place] ?? ''}
              query={ownText(queries[place] ?? [], shared, titles[place])}
              records={recordsText(answers[place])}
              isLoading={answers[place]?.isFetching ?? false}
              problem={
                <>
                  <WaitingInQueue
                    queryKey={selectionOptions(selections, place, release).queryKey}
                    about={titles[place]}
                  />
                  <Problem answer={answers[place]} />
                </>
              }
              acts={[
                { label: 'Mudar os filtros', onAct: () => onEdit(place) },
                {
                  label: 'Mover para antes',
                  isDisabled: place === 0,
                  onAct: () => onSelections(moved(selections, place, -1)),
                },
                {
                  label: 'Mover para depois',
                  isDisabled: place === selections.length - 1,
                  onAct: () => onSelections(moved(selections, place, 1)),
                },
                ...linksOf(selection, answers[place], release),
                {
                  label: 'Remover',
                  onAct: () => onSelections(selections.filter((_, index) => index !== place)),
                },
              ]}
            />
          ))}
        </ol>
        {first !== undefined && regional && selections.length < maxSelections && (
          <BesideOffers
            requested={first}
            regional={regional}
            taken={selections}
            onAdd={(filters) => onSelections([...selections, filters])}
          />
        )}
      </Panel>
      {compared.length === 0 && isWaiting && (
        <div className="flex flex-col gap-4">
          <output className="sr-only">Carregando...</output>
          <Skeleton className="h-60" />
          <Skeleton className="h-52" />
          <Skeleton className="h-96" />
        </div>
      )}
      {compared.length > 0 && (
        <Stale isStale={isStale}>
          <CompareFigures compared={compared} names={names} />
        </Stale>
      )}
    </>
  );
}

/** Shown above the verdict: which selections have records with other working hours, and a button for full time only. */
function MixedHours({
  compared,
  onFullTime,
}: {
  compared: readonly Compared[];
  onFullTime: () => void;
}) {
  const mixed = compared.flatMap(({ letter, answer: { totalCount, fullTime } }) =>
    fullTime === undefined ? [] : [`${letter}: ${partTimeText(totalCount, fullTime)}`],
  );
  return (
    mixed.length > 0 && (
      <Notice
        tone="neutral"
        title="Jornadas diferentes"
        actions={<Button onClick={onFullTime}>{fullTimeOffer}</Button>}
      >
        {mixed.join(' ')}
      </Notice>
    )
  );
}

function queryParts(
  filters: SearchFilters,
  names: QueryNames,
  data: AnsweredSelection | undefined,
  selectable: SelectableMonths,
): string[] {
  const isAnswered = JSON.stringify(data?.filters) === JSON.stringify(filters);
  return describeQuery(
    withPeriod(filters, selectable),
    names,
    isAnswered ? data?.answer.method.period : null,
  );
}

/** The filters that not all selections have and the selection's name does not state. */
function ownText(
  parts: readonly string[],
  shared: readonly string[],
  name: string | undefined,
): string {
  const isNamed = (part: string) => ` · ${name} · `.includes(` · ${part} · `);
  return parts.filter((part) => !shared.includes(part) && !isNamed(part)).join(' · ');
}

function recordsText(answer: Answer | undefined): string | undefined {
  const count = answer?.data?.answer.totalCount;
  return count === undefined ? undefined : formatRecords(count);
}

function moved(selections: readonly SearchFilters[], place: number, by: 1 | -1): SearchFilters[] {
  const next = [...selections];
  const [taken] = next.splice(place, 1);
  if (taken) next.splice(place + by, 0, taken);
  return next;
}

function linksOf(
  filters: SearchFilters,
  answer: Answer | undefined,
  release: number | undefined,
): MenuAct[] {
  const receipt = answer?.data?.answer.receipt;
  const [search, proof] = ['Abrir na pesquisa', 'Recibo'];
  return [
    {
      label: search,
      link: (
        <Link to="/dashboard" search={writeSearchLink(filters, release)}>
          {search}
        </Link>
      ),
    },
    ...(receipt
      ? [
          {
            label: proof,
            link: (
              <Link to="/receipt/$id" params={{ id: receipt.id }}>
                {proof}
              </Link>
            ),
          },
        ]
      : []),
  ];
}

function Problem({ answer }: { answer: Answer | undefined }) {
  if (!answer?.isError || answer.isFetching) return null;
  return (
    <FailureNotice
      title="Não foi possível carregar"
      error={answer.error}
      retry={() => void answer.refetch()}
    />
  );
}
