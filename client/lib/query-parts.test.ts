import { expect, test } from 'vitest';
import { leadingParts, nonDefaultParts } from './query-parts.ts';

test('place and period stay; the default rule, series and movement are left out', () => {
  const period = 'jul/2022 a jun/2023';
  expect(nonDefaultParts(['SP', period, 'Admissões', 'Regra do MTE', 'Série ajustada'])).toEqual([
    'SP',
    period,
  ]);
});

test('a rule or series other than the default is named', () => {
  const parts = ['Brasil', 'Feminino', 'jun/2023', 'Admissões', 'Jornada integral'];
  expect(nonDefaultParts([...parts, 'Série declarada'])).toEqual([
    'Brasil',
    'Feminino',
    'jun/2023',
    'Jornada integral',
    'Série declarada',
  ]);
});

test('a row leads with its place and people, not with the months that all share', () => {
  const parts = ['SP', 'Feminino', 'out/2025 a set/2026', 'Admissões', 'Regra do MTE'];
  expect(leadingParts(parts)).toEqual(['SP', 'Feminino']);
  expect(leadingParts(['Brasil', 'jun/2023'])).toEqual(['Brasil']);
});
