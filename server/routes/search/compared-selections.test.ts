import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SearchAnswer, SearchFilters } from '../../../shared/contracts/search.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { nearlyEqualSelections } from '../../answers/present/suppression/compared-selections.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { reportModel } from '../../research/reports/report-model.ts';

let installation: Installation;
let served: Served;

const lines = (count: number, line: LineFields): LineFields[] =>
  Array.from({ length: count }, (_, index) => ({ ...line, salary: `${1500 + 10 * index},00` }));

const women = { cbo: '521110', sex: '3' };
const men = { cbo: '521110', sex: '1' };

// Shop assistants in São Paulo: 40 women, 30 men and 3 without a sex; 4 of the men have another company size. In Rio 20
// women. In another family 50 cashiers, 4 of whom are excluded later, and 20 doctors.
beforeAll(async () => {
  installation = await newInstallation();
  served = await serve(installation);
  await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...lines(40, women),
      ...lines(26, men),
      ...lines(4, { ...men, company_size: '8' }),
      ...lines(3, { cbo: '521110', sex: '9' }),
      ...lines(20, { ...women, uf: '33', municipality: '330455' }),
      ...lines(50, { cbo: '421125' }),
      ...lines(20, { cbo: '225125' }),
    ]),
    // Three doctors of June.
    await officialFile('CAGEDFOR202307.txt', 'FOR', lines(3, { cbo: '225125' })),
    await officialFile(
      'CAGEDEXC202308.txt',
      'EXC',
      lines(4, { cbo: '421125' }).map((line) => ({ ...line, exclusion_month: '202308' })),
    ),
  );
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const search = async (filters: object, comparedWith?: readonly object[]) => {
  const payload = { filters, ...(comparedWith !== undefined && { comparedWith }) };
  const answer = await served.call('CLIENT', { method: 'POST', url: '/api/search', payload });
  expect(answer.statusCode).toBe(200);
  return SearchAnswer.parse(answer.json());
};

const sellers = { cbo: '521110', uf: 'SP' };
const ofWomen = { ...sellers, genero: 'F' };
const ofMen = { ...sellers, genero: 'M' };
const ofSmall = { ...ofMen, porte: 'MEDIA' };
const countOnly = {
  suppressed: 'quase_iguais',
  distribution: { centavos: [], counts: [] },
  statistics: { average: null, median: null, min: null, max: null, medianInterval: null },
  results: [],
  panels: null,
};

/** Every value with a given name, at any depth. */
const valuesOf = (value: unknown, wanted: string): unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, own]) =>
    name === wanted ? [own] : valuesOf(own, wanted),
  );
};

describe('the selections of a comparison', () => {
  test('that differ by four records: the second one is a count and a reason', async () => {
    const small = { ...ofMen, porte: 'PEQUENA' };
    const [all, those] = [await search(ofMen), await search(small)];
    expect(all.totalCount - those.totalCount).toBe(4);
    expect(those.suppressed).toBeNull();
    expect(await search(small, [ofMen])).toMatchObject({ ...countOnly, totalCount: 26 });
    // In the reverse order, the suppressed query is the wider one.
    expect(await search(ofMen, [small])).toMatchObject({ ...countOnly, totalCount: 30 });
    expect(await search(ofMen, [])).toMatchObject({ suppressed: null, totalCount: 30 });
  });

  test('that share no record, or differ by many, have all figures but the means of groups', async () => {
    const own = await search(ofWomen);
    for (const others of [[{ ...ofWomen, uf: 'RJ' }], [sellers], [ofMen], []]) {
      const compared = await search(ofWomen, others);
      expect(compared).toMatchObject({
        suppressed: null,
        results: [],
        statistics: own.statistics,
        distribution: own.distribution,
      });
      expect(new Set(valuesOf(compared.panels, 'average'))).toEqual(new Set([null]));
      expect(valuesOf(compared.panels, 'median')).toEqual(valuesOf(own.panels, 'median'));
    }
    expect(valuesOf(own.panels, 'average').some((average) => average !== null)).toBe(true);
  });

  test('that leave three records out of a whole: the last one', async () => {
    expect(await search(ofMen, [sellers, ofWomen])).toMatchObject(countOnly);
    expect(await search(ofMen, [ofWomen])).toMatchObject({ suppressed: null });
  });

  test('that have race as filter need thirty records of difference', async () => {
    const white = { ...sellers, raca: '1' };
    // All 73 are of one race: the same records.
    expect(await search(white, [sellers])).toMatchObject({ suppressed: null, totalCount: 73 });
    expect(await search({ ...white, genero: 'F' }, [sellers])).toMatchObject({ suppressed: null });
    // 40 women and 3 without a sex are more than 29, 20 in Rio are not.
    const inBoth = { cbo: '521110', raca: '1' };
    expect(await search(white, [inBoth])).toMatchObject({ ...countOnly, totalCount: 73 });
    expect(await search(sellers, [{ cbo: '521110' }])).toMatchObject({ suppressed: null });
  });

  test('of periods that share one month', async () => {
    const july = { cbo: '225125', periodoInicio: '202307', periodoFim: '202307' };
    const both = { ...july, periodoInicio: '202306' };
    expect(await search(july, [both])).toMatchObject({ ...countOnly, totalCount: 20 });
    expect(await search(both, [july])).toMatchObject({ ...countOnly, totalCount: 23 });
    const june = { ...both, periodoFim: '202306' };
    expect(await search(july, [june])).toMatchObject({ suppressed: null, totalCount: 20 });
  });

  test('of the two series, whose difference is the exclusions', async () => {
    const cashiers = { cbo: '421125' };
    const declared = { ...cashiers, serie: 'declarada' };
    expect((await search(cashiers)).totalCount).toBe(46);
    expect(await search(declared, [cashiers])).toMatchObject({ ...countOnly, totalCount: 50 });
  });

  test('of one series keep their figures beside a third one of the other series', async () => {
    const release = readableRelease(await currentRelease(installation.store));
    const ofRelease = (filters: object) => resolveQuery(SearchFilters.parse(filters), release);
    const cashiers = ofRelease({ cbo: '421125' });
    const declared = ofRelease({ cbo: '421125', serie: 'declarada' });
    // Only the declared series has the four excluded cashiers: the two equal selections have 46 records each.
    expect(
      await nearlyEqualSelections(installation.warehouse, [cashiers, cashiers, declared], {}),
    ).toEqual([false, false, true]);
    expect(
      await nearlyEqualSelections(installation.warehouse, [declared, cashiers, declared], {}),
    ).toEqual([false, true, false]);
  });

  test('a selection that cannot be answered leaves the others alone', async () => {
    const answer = await search(ofWomen, [{ uf: 'SP', regiao: '2' }]);
    expect(answer.suppressed).toBeNull();
    const few = await search(ofMen, [ofSmall]);
    expect(few).toMatchObject({ suppressed: null, totalCount: 30 });
  });

  test('in a report are suppressed in the same way', async () => {
    const small = { ...ofMen, porte: 'PEQUENA' };
    const { store, warehouse, backend } = installation;
    const filters = SearchRequestFilters.parse([ofMen, small, ofWomen]);
    const release = await currentRelease(store);
    const withFirst = (count: number) =>
      reportModel(
        { store, warehouse, backend, clock, version: 'test', siteAddress },
        { ...report, selections: filters.slice(0, count), release },
        {},
      );
    const model = await withFirst(3);
    const [first, second, third] = model.selections.map(({ answer }) => answer);
    expect(first).toMatchObject({ suppressed: null, statistics: { count: 30 } });
    expect(second).toMatchObject({ ...countOnly, totalCount: 26 });
    expect(third).toMatchObject({ suppressed: null, statistics: { count: 40 } });
    expect(model.selections[1]?.summary).toEqual([]);
    for (const answer of [first, third])
      expect(new Set(valuesOf(answer?.panels, 'average'))).toEqual(new Set([null]));
    const [one, two] = [await withFirst(1), await withFirst(2)];
    const averagesOf = ({ selections }: typeof one) =>
      valuesOf(selections[0]?.answer.panels, 'average');
    expect(averagesOf(one).some((average) => average !== null)).toBe(true);
    expect(new Set(averagesOf(two))).toEqual(new Set([null]));
  });
});

const SearchRequestFilters = z.array(SearchFilters);
const clock = () => new Date('2024-01-31T00:00:00Z');
const siteAddress = () => 'http://127.0.0.1';
const report = {
  name: 'Relatório',
  type: 'PDF',
  createdBy: null,
  companyName: null,
  logo: null,
  createdAt: '2024-01-31T00:00:00Z',
  hasAnnex: false,
  ownSalary: null,
  receipts: { companyId: null, userId: null },
} as const;

test('selections that share no record by a filter alone are not scanned', async () => {
  const { store, warehouse } = installation;
  const release = readableRelease(await currentRelease(store));
  const unreachable = { ...warehouse, rows: () => Promise.reject(new Error('It scans.')) };
  const nearlyEqual = (...filters: object[]) =>
    nearlyEqualSelections(
      unreachable,
      filters.map((one) => resolveQuery(SearchFilters.parse(one), release)),
      { timeoutMs: 1000 },
    );
  const [june, july] = ['202306', '202307'].map((month) => ({
    periodoInicio: month,
    periodoFim: month,
  }));
  for (const [one = {}, other = {}] of [
    [{ cbo: '521110' }, { cbo: '421125' }],
    [{ cbo: '521110' }, { familiaCbo: '4211' }],
    [{ familiaCbo: '5211' }, { familiaCbo: '4211' }],
    [{ uf: 'SP' }, { uf: 'RJ' }],
    [{ genero: 'F' }, { genero: 'M' }],
    [{ movimentacao: 'admissao' }, { movimentacao: 'desligamento' }],
    [june, july],
  ] as const) {
    expect(await nearlyEqual(one, other)).toEqual([false, false]);
  }
  for (const [one = {}, other = {}] of [
    [{ cbo: '521110' }, { cbos: ['421125', '521110'] }],
    [{ cbo: '521110' }, { familiaCbo: '5211' }],
    [{ familiaCbo: '5211' }, { familiaCbo: '5211', uf: 'SP' }],
    [{}, { cbo: '521110' }],
    [{ movimentacao: 'todas' }, { movimentacao: 'desligamento' }],
    [{ movimentacao: 'admissao' }, { movimentacao: 'todas' }],
    [{ regiao: '3' }, { uf: 'SP' }],
    [{ ...june, periodoFim: '202307' }, july],
    [july, { ...june, periodoFim: '202307' }],
  ] as const) {
    await expect(nearlyEqual(one, other)).rejects.toThrow('It scans.');
  }
});
