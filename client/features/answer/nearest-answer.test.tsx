import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchFilters, type RelaxedQuery } from '../../../shared/contracts/search.ts';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import NearestAnswer from './nearest-answer.tsx';

const [selection] = sampleReport([{ salaries: [150_000, 160_000] }]).selections;
if (selection === undefined) throw new Error('No selection.');
const { method, statistics } = selection.answer;

const shown = (figures: RelaxedQuery['figures'], median: number | null = null) =>
  renderToStaticMarkup(
    <NearestAnswer
      offer={{ label: 'Todo o Brasil', filters: SearchFilters.parse({}), count: 64, figures }}
      answer={{ method, statistics: { ...statistics, median } }}
      onSearch={() => undefined}
    />,
  ).replaceAll('\u00a0', ' ');

test('the nearest answer has an interval only if no salary fills it', () => {
  const interval = shown({ median: 1500, medianInterval: { lower: 1400, upper: 1600 } });
  expect(interval).toContain('intervalo de 95 % da mediana: R$ 1.400,00 a R$ 1.600,00');
  const heap = shown({ median: 1320, medianInterval: { lower: 1320, upper: 1320 } });
  expect(heap).toContain(' · muitos salários iguais a R$ 1.320,00');
  expect(heap).not.toContain('intervalo');
  expect(shown({ median: 1500, medianInterval: null })).toBe('');
});

test('one number is large: the answer’s own, or that of the nearest answer if there is none', () => {
  const figures = { median: 1500, medianInterval: { lower: 1400, upper: 1600 } };
  expect(shown(figures)).toContain('text-answer');
  expect(shown(figures, 1300)).not.toContain('text-answer');
});
