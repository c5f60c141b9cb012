import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Completeness } from '../../../shared/contracts/completeness.ts';
import { EqualityQuery, type EqualityFigures } from '../../../shared/contracts/equality.ts';
import type { EqualityReceipt } from '../../../shared/contracts/receipts.ts';
import { equalityOptions } from './equality-query.ts';
import { EqualityMoves } from './equality-table.tsx';

const completeness: Completeness = { state: 'complete', months: 1, withoutMov: [] };
const requested = EqualityQuery.parse({ periodoInicio: '202307', periodoFim: '202307' });
const figuresOf = (women: number): EqualityFigures => ({
  whole: {
    code: '',
    name: null,
    women: { count: women, median: 1800, mean: null },
    men: { count: 60, median: 2000, mean: null },
    withheld: null,
    medianRatio: 0.9,
    meanRatio: null,
    adjusted: null,
  },
  rows: [],
});

/** What changed since a receipt, of demonstration data or not, on real data with one woman more. */
function movesSince(isSynthetic: boolean): string {
  const publishedAt = '2023-08-30T12:00:00.000Z';
  const receipt: EqualityReceipt = {
    kind: 'igualdade',
    id: 'x',
    path: '/receipt/x',
    query: { subject: 'x', parts: [] },
    createdAt: publishedAt,
    version: '1',
    release: { number: 1, publishedAt, isCurrent: false, isKept: true, isSynthetic },
    files: [],
    requested,
    completeness,
    figures: figuresOf(40),
  };
  const client = new QueryClient();
  client.setQueryData(equalityOptions(requested).queryKey, {
    request: requested,
    answer: {
      ...figuresOf(41),
      period: { from: '202307', to: '202307' },
      completeness,
      release: { number: 2, isSynthetic: false },
      path: [],
      receipt: null,
    },
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EqualityMoves receipt={receipt} />
    </QueryClientProvider>,
  ).replaceAll('\u00a0', ' ');
}

test('a receipt of demonstration data is not compared with real data', () => {
  expect(movesSince(false)).toContain('Nos dados atuais, 1 número destes meses é outro');
  expect(movesSince(true)).toContain('Sem comparação: dados de demonstração');
  expect(movesSince(true)).not.toContain('Nos dados atuais');
});
