import { expect, test } from 'vitest';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import { stripsDrawing } from './strips-chart.ts';

test('the summary ends each selection with one full stop', () => {
  const { selections } = sampleReport([{ salaries: [150_000] }, { salaries: [] }]);
  const { summary } = stripsDrawing(
    selections.map(({ answer }, place) => ({
      place,
      letter: 'AB'.charAt(place),
      name: 'x',
      answer: { ...answer, suppressed: 'poucos_registros' as const },
    })),
  );
  expect(summary.replaceAll('\u00a0', ' ')).toBe(
    'A · x: 1 registro. Com menos de 5 registros, mostramos só a contagem. B · x: 0 registros. Com menos de 5 registros, mostramos só a contagem.',
  );
});
