import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Revision } from '../../../shared/contracts/revisions.ts';
import RevisionNote, {
  figureRows,
  fileText,
  recordsText,
  RevisionDetails,
  revisionLine,
  revisionOptions,
} from './revision-note.tsx';

const period = { from: '202307', to: '202307' };
const answer = (release: number, count: number, median: number | null) => ({
  release,
  isSynthetic: false,
  period,
  completeness: { state: 'complete' as const, months: 1, withoutMov: [] },
  figures: { count, average: median, p25: median, median, p75: median },
});
const moves: Revision['moves'] = [{ cause: 'exclusoes', records: 0, files: [] }];

const line = (
  before: Revision['before'],
  now: Revision['now'],
  own = moves,
  isChangeSuppressed = false,
) => revisionLine({ before, now, moves: own, isChangeSuppressed }).replaceAll('\u00a0', ' ');

test('says in a line by how much the count and the median moved', () => {
  expect(line(answer(1, 5, 1700), answer(2, 7, 1800))).toBe(
    'Desde a versão 1: +2 registros; mediana de R$ 1.700,00 para R$ 1.800,00 (+5,9 %).',
  );
  expect(line(answer(1, 6, 1700), answer(2, 5, 1700))).toBe(
    'Desde a versão 1: −1 registro; mediana igual, R$ 1.700,00.',
  );
  expect(line(answer(1, 5, 1700), answer(2, 5, 1700))).toBe(
    'Desde a versão 1: o mesmo número de registros; mediana igual, R$ 1.700,00.',
  );
  expect(line(answer(1, 5, 1700), answer(2, 5, 1700), [])).toBe(
    'Desde a versão 1, nada mudou nesta resposta.',
  );
  expect(line(answer(1, 4, null), answer(2, 5, 1700))).toBe(
    'Desde a versão 1: +1 registro; mediana de — para R$ 1.700,00.',
  );
  expect(line(answer(1, 5, 1700), answer(2, 4, null))).toBe(
    'Desde a versão 1: −1 registro; mediana de R$ 1.700,00 para —.',
  );
});

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const rowsOf = (before: Revision['before'], now: Revision['now']) =>
  figureRows({ before, now, moves, isChangeSuppressed: false }).map(
    ({ label, before: from, now: to, change }) => [label, from, to, change].map(plain),
  );
const seen = {
  ...answer(1, 1500, null),
  figures: { count: 1500, average: 2000, p25: 1600, median: 1800, p75: 2400 },
};
const newer = {
  ...answer(2, 1480, null),
  figures: { count: 1480, average: 2100, p25: 1600, median: 1710, p75: null },
};

test('each figure stands before and now, with its change', () => {
  expect(rowsOf(seen, newer)).toEqual([
    ['Registros', '1.500', '1.480', '−20'],
    ['Média', 'R$ 2.000,00', 'R$ 2.100,00', '+5,0 %'],
    ['1º quartil (Q1)', 'R$ 1.600,00', 'R$ 1.600,00', 'igual'],
    ['Mediana (Q2)', 'R$ 1.800,00', 'R$ 1.710,00', '−5,0 %'],
    ['3º quartil (Q3)', 'R$ 2.400,00', '—', ''],
  ]);
  expect(rowsOf(seen, seen)[0]).toEqual(['Registros', '1.500', '1.500', 'igual']);
});

test('amounts of incomplete data, of either release, have no change', () => {
  const completeness = { state: 'late_only' as const, months: 1, withoutMov: ['202307'] };
  for (const [before, now] of [
    [{ ...seen, completeness }, newer],
    [seen, { ...newer, completeness }],
  ] as const) {
    const rows = rowsOf(before, now);
    expect(rows.map((row) => row[3])).toEqual(['−20', '', '', '', '']);
    expect(rows[3]?.slice(1, 3)).toEqual(['R$ 1.800,00', 'R$ 1.710,00']);
  }
});

const textOf = (view: React.ReactNode) =>
  plain(renderToStaticMarkup(view).replaceAll(/<[^>]*>/g, ''));

const revisionOf = (now: Revision['now'], own = moves): Revision => ({
  before: seen,
  now,
  moves: own,
  isChangeSuppressed: false,
});

const detailsOf = (now: Revision['now']) => textOf(<RevisionDetails revision={revisionOf(now)} />);

test('the details name the period only where it changed', () => {
  expect(detailsOf(newer)).not.toContain('O período');
  expect(detailsOf({ ...newer, period: { from: '202307', to: '202308' } })).toContain(
    'O período era jul/2023 e agora é jul/2023 a ago/2023.',
  );
  expect(detailsOf({ ...newer, period: null })).toContain('agora é sem meses.');
});

function noteOf(revision: Revision): string {
  const client = new QueryClient();
  const of = { kind: 'receipts', id: 'x' } as const;
  client.setQueryData(revisionOptions(of, 2).queryKey, revision);
  return textOf(
    <QueryClientProvider client={client}>
      <RevisionNote of={of} release={2} />
    </QueryClientProvider>,
  );
}

test('where nothing changed there are no details to open', () => {
  expect(noteOf(revisionOf(seen, moves))).toContain('O que mudou');
  expect(noteOf(revisionOf(seen, []))).not.toContain('O que mudou');
});

test('demonstration data and real data have no change', () => {
  const demonstration = { ...answer(1, 500, 1700), isSynthetic: true };
  expect(line(demonstration, answer(2, 7, 1800))).toBe(
    'Sem comparação com a versão 1: dados de demonstração não se comparam com dados reais.',
  );
  expect(line(demonstration, { ...demonstration, release: 2 })).toBe(
    'Desde a versão 1: o mesmo número de registros; mediana igual, R$ 1.700,00.',
  );
});

test('incomplete data have amounts and no change', () => {
  const completeness = { state: 'late_only' as const, months: 1, withoutMov: ['202307'] };
  const late = { ...answer(1, 799, 1700), completeness };
  expect(line(late, answer(2, 1597, 1800))).toBe(
    'Desde a versão 1: +798 registros; mediana de R$ 1.700,00 para R$ 1.800,00. Versão 1: dados incompletos: falta o arquivo principal (MOV) do mês.',
  );
  expect(line(late, { ...answer(2, 799, 1700), completeness })).toBe(
    'Desde a versão 1: o mesmo número de registros; mediana de R$ 1.700,00 para R$ 1.700,00. Versão 1: dados incompletos: falta o arquivo principal (MOV) do mês. Versão 2: dados incompletos: falta o arquivo principal (MOV) do mês.',
  );
});

test('says that amounts are suppressed where few records changed', () => {
  const why =
    'Poucos registros mudaram: omitimos os valores atuais que revelariam os salários deles.';
  expect(line(answer(1, 5, 1700), answer(2, 6, null), moves, true)).toBe(
    `Desde a versão 1: +1 registro; mediana omitida. ${why}`,
  );
  const completeness = { state: 'late_only' as const, months: 1, withoutMov: ['202307'] };
  expect(line(answer(1, 5, 1700), { ...answer(2, 6, null), completeness }, moves, true)).toBe(
    `Desde a versão 1: +1 registro; mediana omitida. Versão 2: dados incompletos: falta o arquivo principal (MOV) do mês. ${why}`,
  );
  expect(line(answer(1, 40, 1700), answer(2, 41, 1700), moves, true)).toBe(
    `Desde a versão 1: +1 registro; mediana igual, R$ 1.700,00. ${why}`,
  );
});

test('names the files and by how many records each moved the count', () => {
  const file = { kind: 'FOR', month: '202308', name: 'CAGEDFOR202308.txt' } as const;
  expect(fileText({ ...file, records: 2 })).toBe('CAGEDFOR202308.txt, ago/2023 (+2)');
  expect(fileText({ ...file, records: -1234 })).toBe('CAGEDFOR202308.txt, ago/2023 (−1.234)');
  expect(fileText({ ...file, records: null })).toBe('CAGEDFOR202308.txt, ago/2023');
  expect(recordsText(-1)).toBe('−1\u00a0registro');
});
