import { describe, expect, test } from 'vitest';
import { samplePanels } from '../../../../tests/support/sample-panels.ts';
import { sampleReport } from '../../../../tests/support/sample-report.ts';
import { salariesOf, sheet, workbookOf } from '../../../../tests/support/sample-workbook.ts';
import type { Panels } from '../../../../shared/contracts/panels.ts';
import { comparedLines } from './groups.ts';

const { regional } = samplePanels;
const { municipalities } = regional;
const salaries = salariesOf(100);
const withPlaces = (change: Partial<NonNullable<typeof municipalities>>): Panels => ({
  ...samplePanels,
  regional: { ...regional, municipalities: municipalities && { ...municipalities, ...change } },
});
const places = municipalities?.places ?? [];

const titlesOf = async (...totals: number[]) => {
  const { workbook } = await workbookOf(
    totals.map((total) => ({ salaries, panels: withPlaces({ total }) })),
  );
  return sheet(workbook, 'Regiões').rows.flatMap(([first]) =>
    String(first).startsWith('Municípios') ? [first] : [],
  );
};

describe('the municipalities of a queried state', () => {
  test('are named as those with the most records only where the list is cut', async () => {
    expect(await titlesOf(2)).toEqual(['Municípios']);
    expect(await titlesOf(3)).toEqual(['Municípios. São Paulo: os 2 com mais registros']);
    // Two selections of one state say so once.
    expect(await titlesOf(3, 4)).toEqual(['Municípios. São Paulo: os 2 com mais registros']);
  });

  test('have their ranks under the label of each selection, and none where another has no such place', async () => {
    const second = withPlaces({ total: 1, places: places.slice(1), regions: [] });
    const { workbook } = await workbookOf([
      { salaries, subject: 'Vendedor' },
      { salaries, subject: 'Caixa', panels: second },
    ]);
    const { rows } = sheet(workbook, 'Regiões');
    const start = rows.findIndex(([first]) => first === 'Municípios');
    const [labels = [], header = []] = rows.slice(start + 1);
    const [first, other] = [labels.indexOf('A · Vendedor'), labels.indexOf('B · Caixa')];
    expect([header[0], header[1], header[first], header[other]]).toEqual([
      'Município',
      'Código',
      'Posição',
      'Posição',
    ]);
    const ranks = rows
      .slice(start + 3, start + 5)
      .map((row) => [row[0], row[1], row[first], row[other] ?? '']);
    expect(ranks).toEqual([
      ['São Paulo (SP)', '355030', 1, ''],
      ['Campinas (SP)', '350950', 2, 2],
    ]);
  });
});

test('compared groups are those of the first selection in its order, then those of later ones alone', () => {
  const [paulo, campinas] = places;
  if (paulo === undefined || campinas === undefined) throw new Error('The sample has two.');
  const model = sampleReport([
    { salaries, panels: withPlaces({ places: [campinas] }) },
    { salaries: [150_000], panels: null },
    { salaries, panels: withPlaces({ places: [paulo, campinas] }) },
  ]);
  const lines = comparedLines(model, (panels) =>
    (panels.regional.municipalities?.places ?? []).map((figures) => ({
      key: figures.codigo,
      names: [figures.nome],
      figures,
    })),
  );
  expect(
    lines.map(({ names, lines: own }) => [names, own.map((line) => line?.figures.median)]),
  ).toEqual([
    [['Campinas'], [1950, undefined, 1950]],
    [['São Paulo'], [undefined, undefined, 2100]],
  ]);
});

const stateHeaders = async (average: number | null) => {
  const states = regional.states.map((place) =>
    place.suppressed === null ? { ...place, average } : place,
  );
  const panels = { ...samplePanels, regional: { ...regional, states } };
  const { workbook } = await workbookOf([{ salaries, panels }]);
  return sheet(workbook, 'Regiões').rows[4];
};

test('groups without any mean have no column of means', async () => {
  const headers = ['Estado', 'UF', 'Posição', 'Registros', 'Parte', 'Q1', 'Mediana', 'Q3'];
  expect(await stateHeaders(null)).toEqual(headers);
  expect(await stateHeaders(2000)).toEqual([...headers, 'Média']);
});
