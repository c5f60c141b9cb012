import { expect, test } from 'vitest';
import { comparedFigures } from '../../shared/statistics/selection-comparison.ts';
import { sampleReport } from '../../tests/support/sample-report.ts';
import { warningTexts } from './compare-figures.tsx';

test('the words of a text that a selection leaves out are named, because its title has them', () => {
  const salaries = Array.from({ length: 100 }, (_, index) => 150_000 + index * 1000);
  const { selections } = sampleReport([{ salaries }]);
  const [figures] = comparedFigures(
    selections.map(({ answer }) => answer),
    '202606',
  );
  const [first] = selections;
  if (!first || !figures) throw new Error('No selection.');
  const { filters, answer } = first;
  const text = { leftOut: ['paulista'], alike: [], areas: [] };
  const compared = { place: 0, letter: 'A', name: '“vendedor paulista”', filters, figures };
  expect(warningTexts([{ ...compared, answer: { ...answer, text } }])).toEqual([
    'A: Ignoramos “paulista”: nenhum cargo tem essas palavras juntas.',
  ]);
  expect(warningTexts([{ ...compared, answer }])).toEqual([]);
});
