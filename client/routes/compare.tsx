import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { RejectedNotice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { noMonths, withPeriod } from '../features/search/search-form.ts';
import { MakeReport } from '../features/reports/make-report.tsx';
import { isOfRelease, NewerData, ReleaseRefused } from '../features/research/newer-data.tsx';
import { QuerySheet } from '../features/search/query-sheet.tsx';
import {
  keepComparison,
  loadComparison,
  maxSelections,
  readComparisonLink,
  writeComparisonLink,
} from '../lib/comparison-link.ts';
import { useOpenOverPage } from '../lib/hooks.ts';
import { enterRelease, releaseOptions } from '../lib/release.ts';
import { useCurrentUser } from '../lib/session.ts';
import type { UrlState } from '../lib/url-state.ts';
import { CompareResults } from './compare-results.tsx';
import { useComparison } from './use-comparison.ts';
import { useSelectionAnswers } from './selection-answers.ts';

const noFilters = SearchFilters.parse({});

/** Without selections in the address, shows those stored for this window. */
export default function ComparePage() {
  const urlState = useSearch({ from: '__root__' });
  const owner = useCurrentUser()?.id ?? '';
  const stored = urlState['s'] === undefined ? loadComparison(owner) : undefined;
  return stored && stored.selections.length > 0 ? (
    <Navigate
      to="/compare"
      search={writeComparisonLink(stored.selections, stored.release)}
      replace
    />
  ) : (
    <Comparison owner={owner} urlState={urlState} />
  );
}

/** Up to five queries side by side: the link holds the comparison. */
function Comparison({ owner, urlState }: { owner: string; urlState: UrlState }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const link = useMemo(() => readComparisonLink(urlState), [urlState]);
  const release = useQuery(releaseOptions);
  const selectable = release.data ?? noMonths;
  const { selections } = link;
  const answers = useSelectionAnswers(selections, link.release, !release.isPending);
  const comparison = useComparison(selections, answers);
  /** The selection whose filters the user edits, by its index; the next free one is a new selection. */
  const [edited, setEdited] = useState(0);
  const [isSheetOpen, setSheetOpen] = useOpenOverPage();
  const edit = (index: number) => {
    setEdited(index);
    setSheetOpen(true);
  };
  useEffect(() => {
    if (link.selections.length > 0) keepComparison(owner, link);
  }, [owner, link]);

  const show = (next: readonly SearchFilters[], releaseNumber: number | undefined) =>
    void navigate({
      to: '.',
      search: writeComparisonLink(next, releaseNumber),
      resetScroll: false,
    });
  const change = (next: readonly SearchFilters[]) => {
    keepComparison(owner, { ...link, selections: next });
    show(next, link.release);
  };
  const leaveRelease = () => show(selections, undefined);
  const answered = answers.find(({ data }) => data)?.data?.answer.method.release?.number;
  const refusal = answers.flatMap(({ error }) => error ?? []).find(isOfRelease);
  const [first, ...others] = selections;
  const isFull = selections.length >= maxSelections;
  return (
    <Page
      title="Comparar seleções"
      tabTitle={
        comparison.verdict === null
          ? undefined
          : `${comparison.verdict.lead.replace(/\.$/, '')} · Comparar`
      }
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            look={selections.length > 1 ? 'secondary' : 'primary'}
            disabled={isFull}
            onClick={() => edit(selections.length)}
          >
            Adicionar seleção
          </Button>
          {first !== undefined && (
            <MakeReport filters={first} comparison={others} release={link.release} />
          )}
          {selections.length > 0 && (
            <Button look="quiet" onClick={() => change([])}>
              Limpar comparação
            </Button>
          )}
        </div>
      }
    >
      <RejectedNotice rejected={link.rejected} />
      {answered !== undefined && answers.every(({ isFetching }) => !isFetching) && (
        <NewerData
          answered={answered}
          onCurrent={(newest) => {
            if (link.release !== undefined) leaveRelease();
            void enterRelease(client, newest);
          }}
        />
      )}
      {selections.length === 0 ? (
        <NothingToCompare />
      ) : refusal !== undefined ? (
        <ReleaseRefused error={refusal} onCurrent={leaveRelease} />
      ) : (
        <CompareResults
          selections={selections}
          answers={answers}
          comparison={comparison}
          selectable={link.release === undefined ? selectable : noMonths}
          release={link.release}
          onSelections={change}
          onEdit={edit}
        />
      )}
      {isSheetOpen && (
        <QuerySheet
          key={edited}
          title={edited === selections.length ? 'Adicionar seleção' : 'Mudar os filtros'}
          filters={selections[edited] ?? selections.at(-1) ?? withPeriod(noFilters, selectable)}
          selectable={selectable}
          onSearch={(filters) =>
            change([...selections.slice(0, edited), filters, ...selections.slice(edited + 1)])
          }
          onClose={() => setSheetOpen(false)}
        />
      )}
    </Page>
  );
}

function NothingToCompare() {
  return (
    <section className="card p-4 sm:p-5">
      <h2 className="text-title font-semibold">Nada para comparar ainda</h2>
      <p className="mt-2 max-w-prose text-muted">
        Compare até {maxSelections} seleções: ocupações, lugares, períodos ou grupos. Faça uma
        pesquisa e escolha “Comparar”, ou adicione uma seleção aqui e escolha os filtros. Para
        guardar a comparação, salve o endereço desta página.
      </p>
      <p className="mt-4">
        <Link to="/dashboard" className={buttonClass('secondary')}>
          Ir para a pesquisa
        </Link>
      </p>
    </section>
  );
}
