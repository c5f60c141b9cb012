import { expect, test } from 'vitest';
import { tellingParts } from './telling-parts.ts';

test('place and period stay, the usual rule, series and movement go', () => {
  const period = 'jul/2022 a jun/2023';
  expect(tellingParts(['SP', period, 'Admissões', 'Regra do MTE', 'Série ajustada'])).toEqual([
    'SP',
    period,
  ]);
});

test('what was asked otherwise is told', () => {
  const parts = ['Brasil', 'Feminino', 'jun/2023', 'Admissões', 'Jornada integral'];
  expect(tellingParts([...parts, 'Série declarada'])).toEqual([
    'Brasil',
    'Feminino',
    'jun/2023',
    'Jornada integral',
    'Série declarada',
  ]);
});
