import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../../tests/support/official-file.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { currentRelease } from '../../../platform/store/current-release.ts';
import { payByGroup, type PayByGroup } from './group-pay.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { readableRelease } from '../../query/release.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => installation.close());

const paid = (cbo: string, ...salaries: readonly string[]): LineFields[] =>
  salaries.map((salary) => ({ cbo, salary }));

async function counted(): Promise<PayByGroup> {
  const release = readableRelease(await currentRelease(installation.store));
  const query = resolveQuery(SearchFilters.parse({}), release);
  return payByGroup(installation.warehouse, query, {});
}

// Profissionais da informática (212): ten records in all, five of 212405, four of 212410, one of 212305.
const informatics: LineFields[] = [
  ...paid('212405', '2000,00', '2100,00', '2300,00', '2500,00', '9000,00'),
  ...paid('212410', '3000,00', '3100,00', '3200,00', '3300,00'),
  ...paid('212305', '4000,01'),
];
const uncounted: LineFields[] = [
  { cbo: '212405', salary: '8000,00', balance: '-1' },
  { cbo: '212405', salary: '8000,00', intermittent: '1' },
  { cbo: '212405', salary: ',01' },
  { cbo: '212405', salary: '' },
];

test('every occupation and group has its records and exact median, of fewer than five the records alone', async () => {
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...informatics,
      ...uncounted,
      ...paid('010205', '5000,00', '5000,00', '5000,00', '5000,01', '5000,01', '5000,01'),
      ...paid('212405', '1800,00'),
    ]),
    await officialFile('CAGEDEXC202308.txt', 'EXC', [
      { cbo: '212405', salary: '1800,00', exclusion_indicator: '0' },
    ]),
  );
  expect(Object.fromEntries(await counted())).toEqual({
    // Between 5000,00 and 5000,01: half a centavo is rounded up.
    '0': { records: 6, median: 5000.01 },
    '01': { records: 6, median: 5000.01 },
    '010': { records: 6, median: 5000.01 },
    '0102': { records: 6, median: 5000.01 },
    '010205': { records: 6, median: 5000.01 },
    '2': { records: 10, median: 3050 },
    '21': { records: 10, median: 3050 },
    '212': { records: 10, median: 3050 },
    '2123': { records: 1, median: null },
    '212305': { records: 1, median: null },
    '2124': { records: 9, median: 3000 },
    '212405': { records: 5, median: 2300 },
    '212410': { records: 4, median: null },
  });
});

test('codes that name no occupation are in no group', async () => {
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...paid('999999', '1500,00'),
      ...paid('', '1500,00'),
      ...paid('991405', '1500,00'),
    ]),
  );
  expect((await counted()).get('9')).toEqual({ records: 1, median: null });
  expect([...(await counted()).keys()].filter((code) => !code.startsWith('9'))).toEqual([]);
});

describe('the figures equal those', () => {
  const codes = ['411005', '411010', '411005', '412205', '521110', '521115', '010205', '715210'];
  const lines = Array.from({ length: 240 }, (_, index): LineFields => {
    const cbo = codes[(index * 7) % codes.length] ?? '';
    return {
      cbo,
      salary: `${1320 + ((index * 37) % 23) * 55},${String((index * 13) % 100).padStart(2, '0')}`,
      balance: index % 9 === 0 ? '-1' : '1',
      intermittent: index % 11 === 0 ? '1' : '0',
    };
  });

  test('of a search for the occupation or the family', async () => {
    await installation.load(
      await officialFile('CAGEDMOV202307.txt', 'MOV', lines),
      await officialFile('CAGEDFOR202308.txt', 'FOR', [
        { ...lines[1], month: '202307', declared_month: '202308', late: '1' },
      ]),
      await officialFile('CAGEDEXC202308.txt', 'EXC', [
        { ...lines[2], exclusion_indicator: '0' },
        { ...lines[3], exclusion_indicator: '0' },
      ]),
    );
    const figures = [...(await counted())];
    const searched = await Promise.all(
      figures
        .filter(([code]) => code.length >= 4)
        .map(async ([code]) => {
          const requested = code.length === 6 ? { cbo: code } : { familiaCbo: code };
          const { statistics } = await installation.counted(requested);
          return [code, { records: statistics.count, median: statistics.median }] as const;
        }),
    );
    expect(searched.length).toBeGreaterThan(10);
    expect(Object.fromEntries(figures.filter(([code]) => code.length >= 4))).toEqual(
      Object.fromEntries(searched),
    );
  });
});
