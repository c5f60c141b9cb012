import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReleaseSummary } from '../../shared/contracts/release.ts';
import { releaseOptions } from '../lib/release.ts';
import { EarlierSyntheticNotice } from './synthetic-notice.tsx';

const shown = (current: boolean, answered: boolean) => {
  const client = new QueryClient();
  const release: ReleaseSummary = {
    number: 2,
    publishedAt: null,
    isSynthetic: current,
    months: [],
    firstMonth: null,
    lastMonth: null,
    recentMonths: [],
    nextPublication: null,
  };
  client.setQueryData(releaseOptions.queryKey, release);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EarlierSyntheticNotice isSynthetic={answered} />
    </QueryClientProvider>,
  );
};

test('figures of an earlier, synthetic release have the notice once the current data are real', () => {
  expect(shown(false, true)).toContain('Dados sintéticos de demonstração');
  // The banner of every screen says it.
  expect(shown(true, true)).toBe('');
  expect(shown(false, false)).toBe('');
});
