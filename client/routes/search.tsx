import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { ReleaseSummary } from '../../shared/contracts/release.ts';
import { tidyOccupations } from '../../shared/filters/occupations.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { AsyncPanel } from '../components/async-panel.tsx';
import { Notice } from '../components/notice.tsx';
import { OccupationSheet } from '../features/occupation-tree/occupation-sheet.tsx';
import { useOccupationSheet } from '../features/occupation-tree/use-occupation-sheet.ts';
import { isOfRelease, NewerData, ReleaseRefused } from '../features/research/newer-data.tsx';
import { ResearchSummary } from '../features/research/research-summary.tsx';
import { countSetFilters, defaultPeriod } from '../features/search/search-form.ts';
import { SearchFrame } from '../features/search/search-frame.tsx';
import { searchOptions } from '../features/search/search-options.ts';
import { SetFilterChips } from '../features/search/set-filter-chips.tsx';
import { NothingAsked, ResultsSkeleton, SearchError } from '../features/search/search-states.tsx';
import { occupationText } from '../features/search/search-text.ts';
import { useSearchForm } from '../features/search/use-search-form.ts';
import { enterRelease } from '../lib/enter-release.ts';
import { useLoadedMonths } from '../lib/loaded-months.ts';
import { releaseOptions } from '../lib/release.ts';
import { readSearchLink, writeSearchLink } from '../lib/search-url.ts';
import { leaveSession } from '../lib/session.ts';
import { stringifyUrlState } from '../lib/url-state.ts';
import { SearchResults } from './search-results.tsx';

const noMonths: readonly string[] = [];

/** The salary search: the link is the question, and everything on the screen follows from it. */
export default function SearchPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const urlState = useSearch({ from: '__root__' });
  const link = useMemo(() => readSearchLink(urlState), [urlState]);
  const release = useQuery(releaseOptions);
  const months = release.data?.months ?? noMonths;
  const loaded = useLoadedMonths();
  // On an earlier release the last twelve months are others, which the server knows.
  const filters = link.release === undefined ? withPeriod(link.filters, months) : link.filters;
  const search = useQuery({
    ...searchOptions(filters, link.release),
    enabled: link.isAsked && !release.isPending,
  });

  const ask = (question: SearchFilters) => {
    const next = writeSearchLink(tidyOccupations(question), link.release);
    const isSame =
      stringifyUrlState(next) === stringifyUrlState(writeSearchLink(link.filters, link.release));
    if (isSame) void search.refetch();
    else void navigate({ to: '.', search: next });
  };
  const leaveRelease = () => void navigate({ to: '.', search: writeSearchLink(link.filters) });
  const askCurrent = (newest: ReleaseSummary) => {
    if (link.release !== undefined) leaveRelease();
    void enterRelease(client, newest);
  };
  const clear = () => void navigate({ to: '.', search: {} });
  const goToLogin = () => {
    leaveSession(client);
    void navigate({ to: '/login', search: true });
  };
  const form = useSearchForm({ filters, months, onAsk: ask, onClear: clear });
  const field = useRef<HTMLInputElement>(null);
  const areas = useOccupationSheet();

  return (
    <SearchFrame
      state={form}
      setCount={countSetFilters(filters)}
      field={field}
      onBrowse={() => areas.open(filters.cbo?.slice(0, 4) ?? filters.familiaCbo)}
    >
      <title>Pesquisa salarial · CAGED Analytics</title>
      <OccupationSheet
        state={areas}
        field={field}
        onOccupation={({ codigo, nome }) =>
          form.change({ text: occupationText({ cbo: codigo, titulo: nome }), semCbos: [] })
        }
        onFamily={(familiaCbo) => form.change({ text: '', familiaCbo, semCbos: [] })}
      />
      <div className="flex flex-col gap-4">
        <RejectedNotice rejected={link.rejected} />
        {release.data?.number === null && <NoDataNotice />}
        {link.isAsked && (
          <SetFilterChips
            filters={withoutDefaultPeriod(filters, months)}
            onRemove={(change) => ask(withPeriod({ ...filters, ...change }, months))}
          />
        )}
        {link.isAsked ? (
          <AsyncPanel
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
            {(answered) => (
              <>
                {!search.isFetching && (
                  <NewerData
                    answered={answered.answer.method.release?.number ?? null}
                    onCurrent={askCurrent}
                  />
                )}
                <SearchResults
                  answered={answered}
                  filters={filters}
                  lastYear={defaultPeriod([...months])}
                  loaded={loaded}
                  release={link.release}
                  isPending={search.isFetching}
                  onAsk={ask}
                  onArea={areas.open}
                />
              </>
            )}
          </AsyncPanel>
        ) : (
          <>
            <NothingAsked
              onExample={(text) =>
                ask(withPeriod(SearchFilters.parse({ searchQuery: text }), months))
              }
            />
            <ResearchSummary />
          </>
        )}
      </div>
    </SearchFrame>
  );
}

/** A link without a period means the last twelve months, the same that the form shows. */
function withPeriod(filters: SearchFilters, months: readonly string[]): SearchFilters {
  const period = defaultPeriod([...months]);
  if (!period) return filters;
  return {
    ...filters,
    periodoInicio: filters.periodoInicio ?? period.from,
    periodoFim: filters.periodoFim ?? period.to,
  };
}

/** The period that nobody chose is no filter to take away. */
function withoutDefaultPeriod(filters: SearchFilters, months: readonly string[]): SearchFilters {
  const period = defaultPeriod([...months]);
  const isDefault = period?.from === filters.periodoInicio && period?.to === filters.periodoFim;
  return isDefault ? { ...filters, periodoInicio: undefined, periodoFim: undefined } : filters;
}

function RejectedNotice({ rejected }: { rejected: readonly string[] }) {
  if (rejected.length === 0) return null;
  return (
    <Notice tone="neutral" title="Parte do endereço não foi entendida">
      Ficou fora da pesquisa: {rejected.join('; ')}.
    </Notice>
  );
}

function NoDataNotice() {
  return (
    <Notice tone="neutral" title="Nenhum dado publicado ainda">
      A pesquisa responde assim que um administrador carregar um mês do CAGED.
    </Notice>
  );
}
