import { describe, expect, test } from 'vitest';
import { monthsFrom } from '../../../shared/codes/months.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { importFigures } from './import-figures.ts';

const figures = monthsFrom('202201', '202612').flatMap((month) =>
  (['declarada', 'ajustada'] as const).map((series) => ({
    edition: '202307',
    month,
    series,
    admissions: 3,
    separations: 1,
    source: 'Sumário',
  })),
);

describe.each(testedStores())('official figures, in $dialect', ({ open }) => {
  test('imports of the same figures in different orders do not stop each other', async () => {
    const deps = { store: await open(), clock: () => new Date() };
    const actor = { userId: null, address: null };
    const orders = [figures, figures.toReversed(), figures, figures.toReversed()];
    const imported = await Promise.all(
      orders.map((order) => importFigures(deps, actor, { figures: order })),
    );
    expect(imported.map((result) => result.figures)).toEqual(orders.map(() => 120));
  });
});
