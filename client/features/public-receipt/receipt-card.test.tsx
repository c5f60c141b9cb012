import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countOnly } from '../../../shared/statistics/catalogue.ts';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import { ReceiptCard } from './receipt-card.tsx';

const [selection] = sampleReport([{ salaries: [] }]).selections;
if (selection === undefined) throw new Error('No selection.');
const { query, answer } = selection;

const cardOf = (count: number, median: number | null = null) =>
  renderToStaticMarkup(
    <ReceiptCard
      address="/p/x"
      receipt={{
        query,
        createdAt: '2026-08-03T12:00:00.000Z',
        expiresAt: '2026-09-03T12:00:00.000Z',
        statistics: { ...countOnly(count), median },
        method: answer.method,
        release: { number: 7, publishedAt: '2026-08-01T03:00:00.000Z', isSynthetic: false },
        limits: [],
      }}
    />,
  ).replaceAll('\u00a0', ' ');

test('a card without figures states the rule that suppresses them', () => {
  expect(cardOf(4)).toContain('4 registros. Com menos de 5 registros, mostramos só a contagem.');
  expect(cardOf(20)).toContain(
    '20 registros. Por raça/cor ou deficiência, mostramos só a contagem com menos de 30 registros.',
  );
});

test('a card labels a sample of fewer than 30 records small', () => {
  const small = 'Amostra pequena: use com cautela.';
  expect(cardOf(29, 1800)).toContain(`29 registros. ${small}`);
  expect(cardOf(30, 1800)).not.toContain(small);
});
