import { lazy, memo, Suspense, useMemo } from 'react';
import { formatCounted } from '../../shared/words/format.ts';
import { prepare } from '../../shared/statistics/percentile.ts';
import {
  lackingMonthsOf,
  lackingMonthsText,
  type LoadedMonths,
} from '../../shared/statistics/quality.ts';
import type { SearchAnswer, SearchFilters } from '../../shared/contracts/search.ts';
import { Skeleton, Stale } from '../components/async-panel.tsx';
import { Notice } from '../components/notice.tsx';
import { Panel } from '../components/panel.tsx';
import { WhenNear } from '../components/when-near.tsx';
import { CompareButton } from '../features/compare/compare-button.tsx';
import { DistributionPanel } from '../features/distribution/distribution-panel.tsx';
import { ReceiptLine } from '../features/research/receipt-line.tsx';
import { SaveSearch } from '../features/research/save-search.tsx';
import { MakeReport } from '../features/reports/make-report.tsx';
import { AnswerHeader, plainSentence } from '../features/search/answer-header.tsx';
import { Footnote } from '../features/search/footnote.tsx';
import { MethodPanel } from '../features/search/method-panel.tsx';
import { OccupationsPanel } from '../features/search/occupations-panel.tsx';
import { withoutOccupation } from '../features/search/without-occupation.ts';
import { QuartilePanel } from '../features/search/quartile-panel.tsx';
import { ResultCards } from '../features/search/result-cards.tsx';
import { fewestForStatistics } from '../../shared/statistics/sample-size.ts';
import { QualityBadge } from '../features/panels/quality-badge.tsx';
import { WiderOffers } from '../features/panels/wider-offers.tsx';
import { anchors } from '../features/panels/anchors.ts';
import { EmptyReason } from '../features/panels/empty-reason.tsx';
import { emptyTexts } from '../features/panels/empty-texts.ts';
import { useStableCallback } from '../lib/use-stable-callback.ts';
import type { AnsweredSearch } from '../features/search/search-options.ts';
import { chartSource } from '../features/search/chart-source.ts';
import { useQuestionNames } from '../lib/question-names.ts';
import { NothingFound } from '../features/search/search-states.tsx';

const SearchPanels = lazy(() => import('./search-panels.tsx'));
const RecordsPanel = lazy(() => import('../features/records/records-panel.tsx'));

type Ask = (filters: SearchFilters) => void;

/** The answer, from the number to where it comes from. While a new question runs, the old answer is dimmed. */
export function SearchResults({
  answered,
  filters,
  lastYear,
  loaded,
  release,
  isPending,
  onAsk,
  onArea,
}: {
  answered: AnsweredSearch;
  filters: SearchFilters;
  /** The last twelve months loaded. */
  lastYear: { from: string; to: string } | undefined;
  loaded: LoadedMonths;
  /** That the link asks for; undefined asks the current one. */
  release: number | undefined;
  isPending: boolean;
  onAsk: Ask;
  /** Shows the occupations of a group of the CBO. */
  onArea: (code: string) => void;
}) {
  const { answer } = answered;
  const lackingText = lackingMonthsText(lackingMonthsOf(answer.method.period, loaded));
  const isSameQuestion = JSON.stringify(answered.filters) === JSON.stringify(filters);
  const records = formatCounted(answer.totalCount, 'registro', 'registros');
  return (
    <>
      <output className="sr-only">
        {isPending ? 'Buscando...' : `${records}. ${plainSentence(answer.statistics)}`}
      </output>
      <Stale isStale={isPending && !isSameQuestion}>
        <div className="flex flex-col gap-4">
          <AnswerHeader
            filters={answered.filters}
            answer={answer}
            badge={<QualityBadge answer={answer} loaded={loaded} />}
            actions={
              <>
                <SaveSearch filters={answered.filters} lastYear={lastYear} />
                <CompareButton filters={answered.filters} release={release} />
                {answer.totalCount > 0 && (
                  <MakeReport filters={answered.filters} release={answer.method.release?.number} />
                )}
              </>
            }
          />
          {lackingText !== undefined && isOccupationKnown(answered) && (
            <Notice tone="neutral" title={lackingText} />
          )}
          {answer.totalCount === 0 ? (
            <>
              <NothingFound
                filters={answered.filters}
                text={isOccupationKnown(answered) ? null : answer.text}
                onArea={onArea}
                wider={
                  answer.wider.length > 0 ? (
                    <WiderOffers offers={answer.wider} onAsk={onAsk} />
                  ) : undefined
                }
                onWiden={(change) => onAsk({ ...answered.filters, ...change })}
              />
              {(answer.method.funnel[0]?.remaining ?? 0) > 0 && (
                <MethodPanel method={answer.method} aside={<ReceiptLine answer={answer} />} />
              )}
            </>
          ) : (
            <Figures answered={answered} loaded={loaded} onAsk={onAsk} />
          )}
          <Footnote />
        </div>
      </Stale>
    </>
  );
}

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
  loaded,
  onAsk,
}: {
  answered: AnsweredSearch;
  loaded: LoadedMonths;
  onAsk: Ask;
}) {
  const { answer, filters } = answered;
  // Typing into the form draws the page anew; the panels then have nothing new to draw.
  const change = useStableCallback((part: Partial<SearchFilters>) =>
    onAsk({ ...filters, ...part }),
  );
  const hasStatistics = answer.statistics.count >= fewestForStatistics;
  return (
    <>
      <OccupationsPanel
        filters={filters}
        answer={answer}
        onNarrow={(cbo) =>
          change({
            searchQuery: undefined,
            cbos: undefined,
            familiaCbo: undefined,
            semCbos: undefined,
            cbo,
          })
        }
        onRemove={(cbo) => change(withoutOccupation(filters, cbo))}
      />
      <ResultCards statistics={answer.statistics} totalCount={answer.totalCount} />
      {answer.wider.length > 0 && (
        <Notice
          tone="neutral"
          title="Perguntas mais amplas, com mais registros"
          actions={<WiderOffers offers={answer.wider} onAsk={onAsk} />}
        />
      )}
      {hasStatistics ? <Distribution answer={answer} filters={filters} /> : <TooFew />}
      {hasStatistics && <QuartilePanel statistics={answer.statistics} anchor={anchors.quartiles} />}
      {answer.panels && (
        <Suspense fallback={<PanelsSkeleton />}>
          <SearchPanels
            answer={answer}
            panels={answer.panels}
            filters={filters}
            loaded={loaded}
            onChange={change}
          />
        </Suspense>
      )}
      <MethodPanel method={answer.method} aside={<ReceiptLine answer={answer} />} />
      <WhenNear instead={<RecordsToCome />}>
        <Suspense fallback={<RecordsToCome />}>
          <RecordsPanel answered={answered} />
        </Suspense>
      </WhenNear>
    </>
  );
}

function RecordsToCome() {
  return (
    <Panel title="Registros">
      <Skeleton className="h-160 print:hidden" />
    </Panel>
  );
}

function PanelsSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-160" />
      <Skeleton className="h-90" />
      <Skeleton className="h-120" />
    </div>
  );
}

const Distribution = memo(function Distribution({
  answer: { distribution, method, statistics },
  filters,
}: {
  answer: SearchAnswer;
  filters: SearchFilters;
}) {
  const names = useQuestionNames(filters);
  const prepared = useMemo(() => prepare(distribution), [distribution]);
  return (
    <DistributionPanel
      distribution={prepared}
      minimumWage={method.minimumWage}
      anchor={anchors.distribution}
      source={chartSource(filters, names, method, statistics.count)}
    />
  );
});

function TooFew() {
  return (
    <Panel title="Distribuição dos salários">
      <EmptyReason>{emptyTexts.distribution}</EmptyReason>
    </Panel>
  );
}
