import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Bookmark from 'lucide-react/icons/bookmark';
import Share2 from 'lucide-react/icons/share-2';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { named } from '../../shared/filters/filter.ts';
import type { ReleaseSummary } from '../../shared/contracts/release.ts';
import { tidyOccupations } from '../../shared/filters/occupations.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { AsyncPanel } from '../components/async-panel.tsx';
import { Button } from '../components/button.tsx';
import { lazyPart } from '../components/lazy.tsx';
import { RejectedNotice } from '../components/notice.tsx';
import { WaitingInQueue } from '../components/waiting-in-queue.tsx';
import { searchOptions, type AnsweredSearch } from '../features/search/search-options.ts';
import { CompareButton } from '../features/compare/compare-button.tsx';
import { OccupationSheet } from '../features/occupation-tree/occupation-sheet.tsx';
import { useOccupationSheet } from '../features/occupation-tree/use-occupation-sheet.ts';
import { isOfRelease, NewerData, ReleaseRefused } from '../features/research/newer-data.tsx';
import { SaveDialog } from '../features/research/save-search.tsx';
import { ResearchSummary } from '../features/research/research-summary.tsx';
import {
  countSetFilters,
  defaultPeriod,
  isLastYear,
  noMonths,
  noOccupation,
  withPeriod,
} from '../features/search/search-form.ts';
import { SearchFrame } from '../features/search/search-frame.tsx';
import { QuerySentence, queryHeading } from '../features/search/query-sentence.tsx';
import {
  NoDataNotice,
  NothingRequested,
  ResultsSkeleton,
  SearchError,
  SentenceSkeleton,
} from '../features/search/search-states.tsx';
import { answerTitle } from '../features/search/search-text.ts';
import { unreadText, withTypedFilters } from '../features/search/typed-query.ts';
import { useSearchForm } from '../features/search/use-search-form.ts';
import { useMediaQuery, useOpenOverPage } from '../lib/hooks.ts';
import { useQueryNames } from '../lib/reference-options.ts';
import { enterRelease, releaseOptions } from '../lib/release.ts';
import { writeResultView } from '../lib/result-view.ts';
import { readSearchLink, writeSearchLink } from '../lib/search-url.ts';
import { leaveSession, useCan } from '../lib/session.ts';
import { stringifyUrlState } from '../lib/url-state.ts';
import { SearchResults } from './search-results.tsx';
import { useResultView } from './use-result-view.ts';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));

/** The salary search: the link is the query, and everything on the screen follows from it. */
export default function SearchPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const urlState = useSearch({ from: '__root__' });
  const link = useMemo(() => readSearchLink(urlState), [urlState]);
  const linked = writeSearchLink(link.filters, link.release);
  const [view, changeView] = useResultView(linked);
  const release = useQuery(releaseOptions);
  const selectable = release.data ?? noMonths;
  // On an earlier release the last twelve months differ, and only the server knows them.
  const filters = link.release === undefined ? withPeriod(link.filters, selectable) : link.filters;
  const search = useQuery({
    ...searchOptions(filters, link.release),
    enabled: link.isRequested && !release.isPending,
  });
  const answered = search.data;

  // If an answer shows that another release is current, its months are fetched too.
  const answeredBy = link.release === undefined && answered?.answer.method.release?.number;
  const followRelease = useEffectEvent((number: number) => {
    if (number !== release.data?.number) {
      void client.invalidateQueries({ queryKey: releaseOptions.queryKey });
    }
  });
  useEffect(() => {
    if (typeof answeredBy === 'number') followRelease(answeredBy);
  }, [answeredBy]);

  // Another query keeps the view, except for an open drawer.
  const lasting = { ...view, drawer: undefined };
  const hasRequested = useRef(false);
  const address = stringifyUrlState(linked);
  // A typed query that is still being read gives way to a later one, and to another link, which changes the key.
  const typed = useMutation({
    mutationKey: ['typed-query', address],
    mutationFn: (query: SearchFilters) => withTypedFilters(client, query),
  });
  const runSearch = (query: SearchFilters, words: readonly string[] = []) => {
    typed.reset();
    const isTyped =
      query.searchQuery !== undefined && query.searchQuery !== link.filters.searchQuery;
    if (!isTyped) searchAsRead(query, words);
    else typed.mutate(query, { onSuccess: (read) => searchAsRead(read.filters, read.unread) });
  };
  const searchAsRead = (query: SearchFilters, words: readonly string[]) => {
    hasRequested.current = true;
    const next = writeSearchLink(tidyOccupations(query), link.release);
    if (stringifyUrlState(next) === address) void search.refetch();
    const stays = writeResultView({ ...lasting, unread: words });
    void navigate({ to: '.', search: { ...next, ...stays } });
  };
  // The first query's field leaves the page with it, and a choice in a section is far below the next answer's beginning.
  useEffect(() => {
    if (answered === undefined || !hasRequested.current) return;
    hasRequested.current = false;
    if (document.activeElement?.matches('body, #conteudo, [role=tabpanel] *') === true) {
      document.querySelector<HTMLElement>(`#${queryHeading}`)?.focus({ preventScroll: true });
    }
  }, [answered]);
  const leaveRelease = () =>
    void navigate({
      to: '.',
      search: { ...writeSearchLink(link.filters), ...writeResultView(lasting) },
    });
  const searchCurrent = (newest: ReleaseSummary) => {
    if (link.release !== undefined) leaveRelease();
    void enterRelease(client, newest);
  };
  const clear = () => {
    typed.reset();
    void navigate({ to: '.', search: {} });
  };
  const goToLogin = () => {
    leaveSession(client);
    void navigate({ to: '/login', search: true });
  };
  const form = useSearchForm({
    filters: typed.isPending ? typed.variables : filters,
    selectable,
    onSearch: runSearch,
    onClear: clear,
  });
  const field = useRef<HTMLInputElement>(null);
  const areas = useOccupationSheet();

  // While the next response loads, the previous answer stays with its own query.
  const shown = answered?.filters ?? filters;
  // The panel of the occupations names the words that no occupation has.
  const leftOut = answered?.answer.text?.leftOut ?? [];
  const isOfAnswer = answered !== undefined && !search.isPlaceholderData;
  const unread = isOfAnswer ? view.unread.filter((word) => !leftOut.includes(word)) : [];
  const names = useQueryNames(shown);
  const isPhone = !useMediaQuery('(min-width: 40rem)');
  const hasNoData = release.data?.number === null;
  const canSave = useCan('saveSearches');
  const [isSaving, setSaving] = useOpenOverPage();
  const [isSharing, setSharing] = useOpenOverPage();
  // Above the answer, and on a phone below its number.
  const acts = (answered?.answer.totalCount ?? 1) > 0 && !search.isError && (
    <fieldset
      aria-label="Com esta resposta"
      disabled={answered === undefined}
      className="flex min-w-0 flex-wrap items-start gap-2 max-sm:mt-3 max-sm:w-full max-sm:[&_button]:px-2.5 max-sm:[&_svg]:hidden print:hidden"
    >
      {canSave && (
        <Button onClick={() => setSaving(true)}>
          <Bookmark aria-hidden size={16} />
          Salvar<span className="sr-only"> pesquisa</span>
        </Button>
      )}
      <CompareButton filters={shown} release={link.release} />
      <Button onClick={() => setSharing(true)}>
        <Share2 aria-hidden size={16} />
        Compartilhar
      </Button>
    </fieldset>
  );
  return (
    <SearchFrame
      state={form}
      setCount={countSetFilters(filters)}
      isRequested={link.isRequested}
      field={field}
      onBrowse={() => areas.open(filters.cbo?.slice(0, 4) ?? filters.familiaCbo)}
    >
      {(frame) => (
        <>
          <title>{`${link.isRequested ? answerTitle(answered, names, search.isError && !search.isFetching) : 'Pesquisar'} · CAGED Analytics`}</title>
          <OccupationSheet
            state={areas}
            field={field}
            onOccupation={({ codigo, nome }) =>
              link.isRequested && !frame.isBeside
                ? runSearch({ ...filters, ...noOccupation, cbo: codigo })
                : form.change({ text: named(codigo, nome), semCbos: [] })
            }
            onFamily={(familiaCbo) =>
              link.isRequested && !frame.isBeside
                ? runSearch({ ...filters, ...noOccupation, familiaCbo })
                : form.change({ text: '', familiaCbo, semCbos: [] })
            }
          />
          {/* Apart from their buttons, which move when a phone is turned: the typed values stay. */}
          {isSaving && (
            <SaveDialog
              filters={shown}
              salary={view.salary}
              lastYear={defaultPeriod(selectable)}
              onClose={() => setSaving(false)}
            />
          )}
          <div className="flex flex-col gap-4">
            {isSharing && (
              <ShareDialog
                filters={shown}
                salary={view.salary}
                answer={answered?.answer}
                onClose={() => setSharing(false)}
              />
            )}
            <RejectedNotice rejected={link.rejected} />
            {hasNoData && <NoDataNotice />}
            {link.isRequested ? (
              <>
                <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
                  <div className="min-h-30 min-w-0 flex-1 basis-96 sm:min-h-16">
                    {answered === undefined && !search.isError ? (
                      <SentenceSkeleton />
                    ) : (
                      <QuerySentence
                        filters={shown}
                        requested={filters}
                        state={form}
                        isLastYear={isLastYear(shown, selectable)}
                        frame={frame}
                        onSearch={runSearch}
                      />
                    )}
                    <output className="block text-dense text-muted">{unreadText(unread)}</output>
                  </div>
                  {!isPhone && acts}
                </div>
                <WaitingInQueue queryKey={searchOptions(filters, link.release).queryKey} />
                <AsyncPanel<AnsweredSearch>
                  query={search}
                  skeleton={<ResultsSkeleton />}
                  renderError={(error, retry) =>
                    isOfRelease(error) ? (
                      <ReleaseRefused error={error} onCurrent={leaveRelease} />
                    ) : (
                      <SearchError error={error} onRetry={retry} onLogin={goToLogin} />
                    )
                  }
                >
                  {(current) => (
                    <>
                      {!search.isFetching && (
                        <NewerData
                          answered={current.answer.method.release?.number ?? null}
                          receiptId={current.answer.receipt?.id}
                          onCurrent={searchCurrent}
                        />
                      )}
                      <SearchResults
                        answered={current}
                        filters={filters}
                        view={view}
                        isPending={search.isFetching}
                        onSearch={runSearch}
                        onView={changeView}
                        onArea={areas.open}
                        acts={isPhone && acts}
                      />
                    </>
                  )}
                </AsyncPanel>
              </>
            ) : (
              <>
                <NothingRequested
                  onExample={
                    hasNoData
                      ? undefined
                      : (text) =>
                          runSearch(
                            withPeriod(SearchFilters.parse({ searchQuery: text }), selectable),
                          )
                  }
                />
                <ResearchSummary />
              </>
            )}
          </div>
        </>
      )}
    </SearchFrame>
  );
}
