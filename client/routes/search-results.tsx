import { useMemo, type ReactNode } from 'react';
import { placeText } from '../../shared/filters/place.ts';
import { ownSalaryText } from '../../shared/sentences/own-salary.ts';
import { decidingSentences } from '../../shared/sentences/deciding-sentences.ts';
import { formatRecords } from '../../shared/words/format.ts';
import { isIncomplete } from '../../shared/statistics/completeness.ts';
import { smallNotes } from '../../shared/statistics/catalogue.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { Skeleton, Stale } from '../components/async-panel.tsx';
import { IncompleteNotice } from '../components/incomplete-notice.tsx';
import { EarlierSyntheticNotice } from '../components/synthetic-notice.tsx';
import { AnswerFigure } from '../features/answer/answer-figure.tsx';
import { useExactDistribution, useSalaryRank } from '../lib/exact-distribution.ts';
import { DecidingList } from '../features/answer/deciding-list.tsx';
import { QualityBadge } from '../features/panels/quality-badge.tsx';
import { nearestOffer, RelaxedQueries } from '../features/answer/relaxed-queries.tsx';
import { OccupationsPanel } from '../features/search/occupations-panel.tsx';
import { noOccupation } from '../features/search/search-form.ts';
import { plainSentence, withoutOccupation } from '../features/search/search-text.ts';
import { Footnote, ResultCards } from '../features/search/result-figures.tsx';
import type { AnsweredSearch } from '../features/search/search-options.ts';
import { NothingFound } from '../features/search/search-states.tsx';
import { useQueryNames } from '../lib/reference-options.ts';
import { useLatestMonth } from '../lib/release.ts';
import type { ResultView } from '../lib/result-view.ts';
import { useStableCallback } from '../lib/hooks.ts';
import { lazyPart } from '../components/lazy.tsx';
import { ResultDrawers } from './result-drawers.tsx';

const ResultSections = lazyPart(
  () => import('./result-sections.tsx'),
  <Skeleton className="h-160" />,
);
const NearestAnswer = lazyPart(
  () => import('../features/answer/nearest-answer.tsx'),
  <Skeleton className="h-40" />,
);
const TownAnswer = lazyPart(
  () => import('../features/answer/town-answer.tsx'),
  <Skeleton className="h-40" />,
);
const HoursNote = lazyPart(
  () => import('../features/answer/hours-note.tsx'),
  <Skeleton className="h-6" />,
);

type ResultProps = {
  answered: AnsweredSearch;
  view: ResultView;
  onSearch: (filters: SearchFilters) => void;
  onView: (change: Partial<ResultView>) => void;
  /** The buttons for the answer, shown below its number; false if they are shown above. */
  acts: ReactNode;
};

/** The answer, from the number to its origin. While a new query runs, the previous answer is dimmed. */
export function SearchResults({
  filters,
  isPending,
  onArea,
  ...shown
}: ResultProps & {
  filters: SearchFilters;
  isPending: boolean;
  /** Opens the occupations of a CBO group. */
  onArea: (code: string) => void;
}) {
  const { answered, view, onSearch, onView } = shown;
  const { answer } = answered;
  const isSameQuery = JSON.stringify(answered.filters) === JSON.stringify(filters);
  const records = formatRecords(answer.totalCount);
  // Stable callbacks: typing into the form renders the page again, and the sections then have nothing new to render.
  const change = useStableCallback((part: Partial<SearchFilters>) =>
    onSearch({ ...answered.filters, ...part }),
  );
  const { statistics, method } = answer;
  const small = smallNotes(statistics, method.designEffect);
  const hasFunnel = (answer.method.funnel[0]?.remaining ?? 0) > 0;
  return (
    <>
      <output className="sr-only">
        {isPending
          ? 'Buscando...'
          : [`${records}. ${plainSentence(statistics)}`, ...small].join(' ')}
      </output>
      <Stale isStale={isPending && !isSameQuery}>
        <div className="flex flex-col gap-4">
          <EarlierSyntheticNotice isSynthetic={answer.method.release?.isSynthetic === true} />
          {isOccupationKnown(answered) && (
            <>
              <IncompleteNotice completeness={answer.method.completeness} />
              <OccupationsPanel
                filters={answered.filters}
                answer={answer}
                onNarrow={(cbo) => change({ ...noOccupation, cbo })}
                onRemove={(cbo) => change(withoutOccupation(answered.filters, cbo))}
              />
            </>
          )}
          {answer.totalCount === 0 && !isWithoutData(answered) && (
            <>
              <NothingFound
                filters={answered.filters}
                text={isOccupationKnown(answered) ? null : answer.text}
                onArea={onArea}
                relaxed={
                  answer.relaxed.length > 0 ? (
                    <RelaxedQueries offers={answer.relaxed} onSearch={onSearch} />
                  ) : undefined
                }
                onWiden={change}
              />
              {hasTownAnswer(answer) && (
                <TownAnswer
                  estimate={answer.estimate}
                  nearby={answer.nearby}
                  offers={[]}
                  onPlace={change}
                  onSearch={onSearch}
                />
              )}
            </>
          )}
          {answer.totalCount > 0 && <Figures {...shown} onChange={change} />}
          {hasFunnel && (
            <ResultDrawers
              answered={answered}
              drawer={view.drawer}
              onDrawer={(drawer) => onView({ drawer })}
            />
          )}
          <Footnote />
        </div>
      </Stale>
    </>
  );
}

const hasTownAnswer = ({ estimate, nearby }: AnsweredSearch['answer']) =>
  estimate !== null || nearby.length > 0;

/** Nothing is published: the page says so, and no other query would find more. */
const isWithoutData = (answered: AnsweredSearch) =>
  answered.answer.method.release === null && isOccupationKnown(answered);

function isOccupationKnown({ filters, answer }: AnsweredSearch): boolean {
  return (
    filters.searchQuery === undefined ||
    answer.occupations.length > 0 ||
    answer.text?.areas.length === 0 ||
    filters.familiaCbo !== undefined
  );
}

function Figures({
  answered,
  view,
  onSearch,
  onView,
  onChange,
  acts,
}: ResultProps & { onChange: (change: Partial<SearchFilters>) => void }) {
  const { answer, filters } = answered;
  const latestMonth = useLatestMonth();
  const showSection = useStableCallback((section: ResultView['section']) => onView({ section }));
  const place = placeText(filters, useQueryNames(filters));
  const sentences = useMemo(
    () => decidingSentences(answer, filters, place),
    [answer, filters, place],
  );
  const hasStatistics = answer.statistics.median !== null;
  const nearest = nearestOffer(answer.relaxed);
  const { load } = useExactDistribution(subjectOf(answered));
  const position = useOwnPosition(answered, view.salary);
  const showSalary = useStableCallback((salary: number | undefined) => {
    if (salary !== undefined) load();
    onView({ salary });
  });
  return (
    <>
      {answer.fullTime !== undefined && (
        <HoursNote
          count={answer.totalCount}
          fullTime={answer.fullTime}
          onFullTime={() => onChange({ metodo: 'integral' })}
        />
      )}
      {nearest !== undefined && (
        <NearestAnswer offer={nearest} answer={answer} onSearch={onSearch} />
      )}
      <section aria-label="Resposta" className="card min-w-0 p-4 sm:p-5">
        <AnswerFigure
          answer={answer}
          quality={<QualityBadge answer={answer} latestMonth={latestMonth} />}
          salary={view.salary}
          position={position}
          onSalary={showSalary}
          onMethod={() => onView({ drawer: 'calculo' })}
        >
          {acts}
        </AnswerFigure>
        {hasStatistics && !isIncomplete(answer.method.completeness) && (
          <DecidingList sentences={sentences} />
        )}
      </section>
      <ResultCards statistics={answer.statistics} totalCount={answer.totalCount} />
      {(hasTownAnswer(answer) || answer.relaxed.length > 0) && (
        <TownAnswer
          estimate={answer.estimate}
          nearby={answer.nearby}
          offers={answer.relaxed.filter((offer) => offer !== nearest)}
          onPlace={onChange}
          onSearch={onSearch}
        />
      )}
      {answer.panels && (
        <div className="mt-6">
          <ResultSections
            answer={answer}
            panels={answer.panels}
            filters={filters}
            view={view}
            onChange={onChange}
            onSection={showSection}
          />
        </div>
      )}
    </>
  );
}

const subjectOf = ({ filters, answer }: AnsweredSearch) => ({
  filters,
  release: answer.method.release?.number,
});

/** The position of the user's salary, given in centavos, in the answer, in words; empty without a salary. */
function useOwnPosition(answered: AnsweredSearch, salary: number | undefined): string {
  const { rank, problem } = useSalaryRank(subjectOf(answered), salary);
  if (salary === undefined) return '';
  if (isIncomplete(answered.answer.method.completeness))
    return 'Sem posição: os dados estão incompletos.';
  if (rank === undefined) return problem ?? 'Carregando...';
  return ownSalaryText(answered.answer, rank, salary) ?? '';
}
