import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SuppressionReason } from '../../../shared/codes/codes.ts';
import { comparedFigures } from '../../../shared/statistics/selection-comparison.ts';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import { ComparisonTable } from './comparison-table.tsx';

const salaries = Array.from({ length: 100 }, (_, index) => 150_000 + index * 1000);

/** The table of some selections, the second of them withheld for a reason, if one is given. */
function tableOf(suppressed: SuppressionReason | null, ...each: number[][]): string {
  const answers = sampleReport(each.map((one) => ({ salaries: one }))).selections.map(
    ({ filters, answer }) => ({ filters, answer }),
  );
  const figures = comparedFigures(
    answers.map(({ answer }) => answer),
    '202606',
  );
  const compared = answers.flatMap(({ filters, answer }, place) => {
    const own = figures[place];
    const letter = 'AB'.charAt(place);
    return own === undefined
      ? []
      : [
          {
            place,
            letter,
            name: letter,
            filters,
            answer: { ...answer, suppressed: place === 1 ? suppressed : null },
            figures: own,
          },
        ];
  });
  return renderToStaticMarkup(<ComparisonTable compared={compared} />);
}

/** The cells of "Diferença para A" of two selections. */
function differencesOf(suppressed: SuppressionReason | null, second: number[]) {
  const html = tableOf(suppressed, salaries, second);
  const row = /<tr[^>]*><th[^>]*>Diferença para A<\/th>(.*?)<\/tr>/.exec(html)?.[1] ?? '';
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) =>
    cell.replaceAll(/<[^>]*>/g, ''),
  );
}

test('a single selection has no row of differences', () => {
  expect(tableOf(null, salaries, salaries)).toContain('Diferença para A');
  const table = tableOf(null, salaries);
  expect(table).toContain('Mediana');
  expect(table).not.toContain('Diferença para A');
});

test('a suppressed difference states the rule that suppresses it', () => {
  expect(differencesOf('poucos_registros', [150_000])).toEqual([
    'referência',
    'Sem comparação. Com menos de 5 registros, mostramos só a contagem.',
  ]);
  expect(differencesOf('poucos_sensiveis', [])[1]).toBe(
    'Sem comparação. Por raça/cor ou deficiência, mostramos só a contagem com menos de 30 registros.',
  );
  expect(differencesOf('quase_iguais', [])[1]).toBe('sem comparação: quase os mesmos registros');
});

test('a difference of a few centavos is not 0 %', () => {
  const [, small = ''] = differencesOf(
    null,
    salaries.map((centavos) => centavos + 50),
  );
  expect(small.replaceAll('\u00a0', ' ')).toContain('+R$ 0,50 (menos de 0,1 %)');
});

test('the interval of a difference, or that there is none, says that a side has few records', () => {
  const [, few = ''] = differencesOf(null, salaries.slice(0, 20));
  expect(few).toMatch(/95\u00a0%: .*; poucos registros$/);
  const [, none = ''] = differencesOf(null, salaries.slice(0, 5));
  expect(none).toMatch(/sem intervalo: poucos registros$/);
});
