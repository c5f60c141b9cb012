import { describe, expect, test } from 'vitest';
import { testedStores } from '../../tests/support/stores.ts';
import { officialFigures } from './official-figures.ts';

describe.each(testedStores())('official figures, in $dialect', ({ open }) => {
  test('an imported count leaves the published wages of the same figure alone', async () => {
    const store = await open();
    const imported = {
      series: 'declarada',
      separations: null,
      balance: null,
      nominal_wage: null,
      source: 'Sumário',
      imported_at: '2026-11-20T12:00:00.000Z',
    } as const;
    await store.db
      .insertInto('official_figures')
      .values([
        { ...imported, edition: '202309', month: '202309', admissions: 1_917_100 },
        { ...imported, edition: '202311', month: '202307', admissions: 2 },
      ])
      .execute();
    const figures = await officialFigures(store);
    const changed = figures.filter(({ isImported }) => isImported);
    // MTE: 1,705,293 separations and R$ 2.032,07 in September, and R$ 2.043,35 in November's money for July.
    expect(changed).toMatchObject([
      { month: '202307', admissions: 2, nominalWage: null, realWage: 204_335 },
      {
        month: '202309',
        admissions: 1_917_100,
        separations: 1_705_293,
        balance: 211_807,
        nominalWage: 203_207,
        realWage: null,
      },
    ]);
  });
});
