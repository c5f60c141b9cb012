import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { newestFirst, recordsPageOptions } from '../features/records/records-options.ts';
import { RecordsView } from '../features/records/records-view.tsx';
import { NewsPanel, sourceNewsOptions } from '../features/source/news-panel.tsx';
import { CallError } from '../lib/call.ts';
import { CompareResults } from './compare-results.tsx';
import { useComparison } from './use-comparison.ts';
import { selectionOptions, useSelectionAnswers } from './selection-answers.ts';

const router = createRouter({ routeTree: createRootRoute() });
const filters = SearchFilters.parse({ cbo: '521110' });
const selections = [filters, SearchFilters.parse({ cbo: '411010' })];
const query = {
  filters,
  release: undefined,
  totalCount: 1,
  first: [],
  pageSize: 50,
  withSensitive: true,
};

function Comparison() {
  const answers = useSelectionAnswers(selections, undefined, false);
  return (
    <CompareResults
      selections={selections}
      answers={answers}
      comparison={useComparison(selections, answers)}
      selectable={{ months: ['202601', '202602'], firstMonth: '202601' }}
      release={undefined}
      onSelections={() => undefined}
      onEdit={() => undefined}
    />
  );
}

const records = <RecordsView query={query} columns={[]} order={newestFirst} onOrder={undefined} />;

const panels: readonly { name: string; queryKey: readonly unknown[]; panel: ReactNode }[] = [
  {
    name: 'the records',
    queryKey: recordsPageOptions(query, newestFirst, 1).queryKey,
    panel: records,
  },
  { name: 'the news of the source', queryKey: sourceNewsOptions.queryKey, panel: <NewsPanel /> },
  {
    name: 'the selections of a comparison',
    queryKey: selectionOptions(selections, 0, undefined).queryKey,
    panel: <Comparison />,
  },
];

test.each(panels)("instead of a gateway's message, $name show advice", ({ queryKey, panel }) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client
    .getQueryCache()
    .build(client, { queryKey })
    .setState({ status: 'error', error: new CallError(502, 'Bad Gateway') });
  const text = markup(client, panel);
  expect(text).toContain('O servidor não está respondendo (erro 502).');
  expect(text).not.toContain('Bad Gateway');
});

test('selections show the default period before their responses arrive', () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  expect(markup(client, <Comparison />)).toContain('jan/2026 a fev/2026');
});

const markup = (client: QueryClient, panel: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>{panel}</RouterContextProvider>
    </QueryClientProvider>,
  );
