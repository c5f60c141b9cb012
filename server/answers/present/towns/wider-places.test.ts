import { expect, test } from 'vitest';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { payOfCells } from '../../query/pay-cells.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { widerFigures } from './wider-places.ts';

test('a salary that nearly fills the interval of a wider place is named', () => {
  // 185 salaries 60 centavos apart, half of the records at R$ 1.518,00, and 15 above. The interval of the median of 400
  // begins near record 181.
  const salaries = Uint32Array.from({ length: 400 }, (_, index) =>
    index < 185 ? 140_060 + 60 * index : index < 385 ? 151_800 : 151_900 + index,
  );
  const cell = { occupation: 521_110, region: 3, state: 35, municipality: 350_950, salaries };
  const query = resolveQuery(SearchFilters.parse({ cbo: '521110' }), julyRelease);
  const figures = widerFigures(query, payOfCells([cell]));
  expect(figures).toMatchObject({ median: 1518, medianInterval: { upper: 1518, heap: 1518 } });
  expect(figures?.medianInterval?.lower).toBeLessThan(1518);
});
