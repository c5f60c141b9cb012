import { expect, test } from 'vitest';
import { allMunicipalities } from './places.ts';
import {
  ibgeRegion,
  ibgeRegions,
  ibgeRegionsOfState,
  kilometresBetween,
  regionsOfTown,
} from './ibge-regions.ts';

test('every municipality is in one of 510 immediate and 133 intermediate regions of its state', () => {
  const byLength = Map.groupBy(ibgeRegions(), ({ code }) => code.length);
  expect([byLength.get(6)?.length, byLength.get(4)?.length]).toEqual([510, 133]);
  for (const length of [6, 4]) {
    const towns = byLength.get(length)?.flatMap(({ municipalities }) => municipalities) ?? [];
    expect(new Set(towns)).toEqual(new Set(allMunicipalities().map(({ code }) => Number(code))));
    expect(towns).toHaveLength(5571);
  }
  for (const { code, municipalities } of ibgeRegions())
    expect(municipalities.every((town) => String(town).startsWith(code.slice(0, 2)))).toBe(true);
});

test('Caeté is in the region of Belo Horizonte, and 27 km from its seat', () => {
  expect(regionsOfTown(311_000)).toMatchObject({ immediate: '310001', intermediate: '3101' });
  expect(ibgeRegion('310001')?.name).toBe('Região de Belo Horizonte');
  expect(ibgeRegion('3101')?.name).toBe('Região intermediária de Belo Horizonte');
  expect(ibgeRegion('999999')).toBeUndefined();
  // 0.0276° of latitude and 0.2562° of longitude at 19.9 S: 3.1 and 26.8 km, with seats to the hundredth of a degree.
  expect(kilometresBetween(311_000, 310_620)).toBeCloseTo(27, 0);
  expect(kilometresBetween(311_000, 999_999)).toBeNull();
});

test('the regions of a state begin with the immediate ones, by name', () => {
  const regions = ibgeRegionsOfState('27');
  expect(regions.map(({ code }) => code.length)).toEqual([...Array(11).fill(6), 4, 4]);
  expect(regions[0]?.name).toBe('Região de Arapiraca');
  expect(ibgeRegionsOfState('53').map(({ name }) => name)).toEqual([
    'Região do Distrito Federal',
    'Região intermediária do Distrito Federal',
  ]);
  expect(ibgeRegionsOfState('99')).toEqual([]);
});
