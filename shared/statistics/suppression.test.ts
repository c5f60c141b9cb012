import { expect, test } from 'vitest';
import {
  canAppearBeside,
  countOnlySentence,
  minRecordsOfFilters,
  reasonForCount,
} from './suppression.ts';

test('five records have statistics, thirty by race or disability', () => {
  const counts = [0, 4, 5, 29, 30];
  expect(counts.map((count) => reasonForCount(count, 5))).toEqual([
    'sem_registros',
    'poucos_registros',
    null,
    null,
    null,
  ]);
  expect(counts.map((count) => reasonForCount(count, 30))).toEqual([
    'sem_registros',
    'poucos_registros',
    'poucos_sensiveis',
    'poucos_sensiveis',
    null,
  ]);
  const filters = [{}, { raca: '1' }, { deficiencia: 'sim' }, { raca: '1', deficiencia: 'sim' }];
  expect(filters.map(minRecordsOfFilters)).toEqual([5, 30, 30, 30]);
});

test('figures may appear with the exact distribution of the same records, or of five fewer', () => {
  const ofOthers = [0, 1, 4, 5, 100].map((others) => canAppearBeside(29, 29 + others, 5));
  expect(ofOthers).toEqual([true, false, false, true, true]);
  // By race or disability, of thirty fewer.
  const sensitive = [0, 1, 29, 30].map((others) => canAppearBeside(40, 40 + others, 30));
  expect(sensitive).toEqual([true, false, false, true]);
});

test('with fewer than five records there is no distribution, so that figures of more records may appear', () => {
  expect(canAppearBeside(4, 5, 5)).toBe(true);
  expect(canAppearBeside(5, 6, 5)).toBe(false);
  expect(canAppearBeside(29, 30, 30)).toBe(true);
});

test('a count of five or more without figures states the rule for race and disability', () => {
  expect(countOnlySentence(4)).toBe('Com menos de 5 registros, mostramos só a contagem.');
  expect(countOnlySentence(5)).toBe(
    'Por raça/cor ou deficiência, mostramos só a contagem com menos de 30 registros.',
  );
});
