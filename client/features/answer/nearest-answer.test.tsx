import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchFilters, type RelaxedQuery } from '../../../shared/contracts/search.ts';
import NearestAnswer from './nearest-answer.tsx';

const shown = (figures: RelaxedQuery['figures']) =>
  renderToStaticMarkup(
    <NearestAnswer
      offer={{ label: 'Todo o Brasil', filters: SearchFilters.parse({}), count: 64, figures }}
      movement="admissao"
      onSearch={() => undefined}
    />,
  ).replaceAll('\u00a0', ' ');

test('the nearest answer has an interval only if no salary fills it', () => {
  const interval = shown({ median: 1500, medianInterval: { lower: 1400, upper: 1600 } });
  expect(interval).toContain('mediana entre R$ 1.400,00 e R$ 1.600,00, com 95 % de confiança');
  const heap = shown({ median: 1320, medianInterval: { lower: 1320, upper: 1320 } });
  expect(heap).toContain(' · muitos salários iguais a R$ 1.320,00');
  expect(heap).not.toContain('confiança');
  expect(shown({ median: 1500, medianInterval: null })).toBe('');
});
