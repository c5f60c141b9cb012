import { expect, test } from 'vitest';
import type { Revision } from '../../../shared/contracts/revisions.ts';
import { fileText, recordsText, revisionLine } from './revision-note.tsx';

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
