import { expect, test } from 'vitest';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { emptyWarehouse } from '../../../../tests/support/empty-warehouse.ts';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { floorsPanel } from './floors-panel.ts';

/** 2,000 salaries of one record, and heaps of other numbers of records among them. */
function distributionOf(heaps: readonly number[]) {
  const counts = new Map(Array.from({ length: 2000 }, (_, at) => [200_000 + 100 * at, 1]));
  heaps.forEach((count, at) => counts.set(210_050 + 10_000 * at, count));
  const centavos = [...counts.keys()].toSorted((a, b) => a - b);
  return { centavos, counts: centavos.map((amount) => counts.get(amount) ?? 0) };
}

const panelOf = (heaps: readonly number[]) => {
  const distribution = distributionOf(heaps);
  const count = () =>
    Promise.resolve({
      structure: 'lines' as const,
      distribution,
      remaining: new Map(),
      fullTime: null,
      groups: () => new Map(),
      occupations: new Map(),
    });
  const query = resolveQuery(SearchFilters.parse({ cbo: '521110' }), julyRelease);
  const source = { warehouse: emptyWarehouse, backend: { count } };
  return floorsPanel(source, query, { timeoutMs: 1000 });
};

test('shows the twelve values with the most records', async () => {
  const heaps = [300, 310, 320, 330, 340, 350, 360, 370, 380, 390, 400, 410, 420, 430];
  const { valores } = await panelOf(heaps);
  expect(valores.map(({ registros }) => registros)).toEqual(heaps.toReversed().slice(0, 12));
  const [first] = valores;
  expect(first).toMatchObject({ valor: 3400.5, registros: 430, parte: 430 / (2000 + 5110) });
  expect(first && first.esperados + first.excesso).toBe(430);
});
