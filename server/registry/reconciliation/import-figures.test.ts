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
    const message = '120 números oficiais importados.';
    expect(imported).toEqual(orders.map(() => ({ message })));
  });

  test('a figure of the current month is stored with its balance and its centavos, and none of the next month', async () => {
    const deps = { store: await open(), clock: () => new Date('2023-07-31T12:00:00Z') };
    const actor = { userId: null, address: null };
    const own = {
      edition: '202307',
      month: '202307',
      series: 'declarada',
      admissions: 3,
      separations: 1,
      nominalWage: 2048.18,
      source: 'Sumário',
    } as const;
    expect(await importFigures(deps, actor, { figures: [own] })).toEqual({
      message: '1 número oficial importado.',
    });
    const stored = await deps.store.db
      .selectFrom('official_figures')
      .select(['balance', 'nominal_wage'])
      .execute();
    // As a float, 2048.18 times 100 is 204,817.99….
    expect(stored).toEqual([{ balance: 2, nominal_wage: 204_818 }]);
    await expect(
      importFigures(deps, actor, { figures: [{ ...own, edition: '202308' }] }),
    ).rejects.toMatchObject({ code: 'future_month', status: 400 });
    const { message } = await importFigures(deps, actor, { figures: figures.slice(0, 2) });
    expect(message).toBe('2 números oficiais importados.');
    const audit = await deps.store.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .execute();
    expect(audit.map(({ action, details }) => [action, JSON.parse(details ?? 'null')])).toEqual([
      ['reference.official_figures_imported', { figures: 1 }],
      ['reference.official_figures_imported', { figures: 2 }],
    ]);
  });

  test('a balance alone is stored as it is, and one count alone has none', async () => {
    const deps = { store: await open(), clock: () => new Date('2023-07-31T12:00:00Z') };
    const known = { edition: '202307', series: 'declarada', source: 'Sumário' } as const;
    await importFigures(
      deps,
      { userId: null, address: null },
      {
        figures: [
          { ...known, month: '202306', balance: -5 },
          { ...known, month: '202307', admissions: 3, separations: null },
        ],
      },
    );
    const stored = await deps.store.db
      .selectFrom('official_figures')
      .select(['admissions', 'separations', 'balance'])
      .orderBy('month')
      .execute();
    expect(stored).toEqual([
      { admissions: null, separations: null, balance: -5 },
      { admissions: 3, separations: null, balance: null },
    ]);
  });
});
