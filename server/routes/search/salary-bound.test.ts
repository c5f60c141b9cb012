import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;

const lines = (count: number, line: LineFields): LineFields[] =>
  Array.from({ length: count }, (_, index) => ({ ...line, salary: `${1500 + 10 * index},00` }));

beforeAll(async () => {
  installation = await newInstallation();
  served = await serve(installation);
  await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...lines(4, { cbo: '411005' }),
      ...lines(5, { cbo: '411010' }),
      ...lines(29, { cbo: '521110', race: '2' }),
      ...lines(30, { cbo: '521125', race: '2', sex: '3' }),
      ...lines(40, { cbo: '521110', race: '1' }),
    ]),
  );
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const search = (filters: object) =>
  served.call('CLIENT', { method: 'POST', url: '/api/search', payload: { filters } });
const refusal = {
  code: 'salary_bound_refused',
  field: 'salarioMin',
  message:
    'Sem a faixa salarial, esta pesquisa tem menos de 5 registros, e a contagem dentro da faixa revelaria salários. Remova a faixa salarial ou faça uma pesquisa mais ampla.',
};

test.each([{ salarioMax: 1515 }, { salarioMin: 1515 }, { salarioMin: 1000, salarioMax: 9000 }])(
  'a salary bound %j on four records is refused, on five it counts',
  async (bounds) => {
    const refused = await search({ cbo: '411005', ...bounds });
    expect([refused.statusCode, refused.json()]).toEqual([422, refusal]);
    const answered = await search({ cbo: '411010', ...bounds });
    expect(answered.statusCode).toBe(200);
  },
);

test('pages and files of records have the same rule, and a query without records is not refused', async () => {
  const filters = { cbo: '411005', salarioMax: 1515 };
  const page = await served.call('CLIENT', {
    method: 'POST',
    url: '/api/search/records',
    payload: { filters },
  });
  expect([page.statusCode, page.json()]).toEqual([422, refusal]);
  const file = await served.call('CLIENT', {
    url: '/api/search/records.csv?cbo=411005&salarioMax=1515',
  });
  expect([file.statusCode, file.json()]).toEqual([422, refusal]);
  expect((await search({ cbo: '225125', salarioMax: 1515 })).json().totalCount).toBe(0);
});

test('with race as filter twenty-nine records are a count alone, thirty have figures', async () => {
  const few = (await search({ cbo: '521110', raca: '2' })).json();
  expect(few).toMatchObject({
    totalCount: 29,
    suppressed: 'poucos_sensiveis',
    statistics: { count: 29, median: null, average: null },
    distribution: { centavos: [], counts: [] },
    results: [],
    panels: null,
  });
  const enough = (await search({ cbo: '521125', raca: '2' })).json();
  // 1500, 1510, …, 1790.
  expect(enough).toMatchObject({
    totalCount: 30,
    suppressed: null,
    statistics: { median: 1645, average: 1645 },
  });
  expect(enough.results).toHaveLength(25);
  // In both occupations, 29 men of this race have only a count.
  const family = (await search({ familiaCbo: '5211', raca: '2' })).json();
  expect(family.panels.gender.genders).toMatchObject([
    { genero: 'M', count: 29, suppressed: 'poucos_sensiveis', median: null },
    { genero: 'F', count: 30, suppressed: null, median: 1645, average: null },
  ]);
  const csv = await served.call('CLIENT', { url: '/api/search/records.csv?cbo=521110&raca=2' });
  expect([csv.statusCode, csv.json().code]).toEqual([422, 'too_few_records']);
  const bound = await search({ cbo: '521110', raca: '2', salarioMax: 1600 });
  expect([bound.statusCode, bound.json().code]).toEqual([422, 'salary_bound_refused']);
});

const sensitiveReads = async () =>
  (
    await installation.store.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'records.sensitive_read')
      .execute()
  ).length;

test('records by race are not listed to VIEWER, and the audit has who reads them', async () => {
  const filters = { cbo: '521125', raca: '2' };
  const before = await sensitiveReads();
  const request = { method: 'POST', url: '/api/search', payload: { filters } } as const;
  const answer = (await served.call('VIEWER', request)).json();
  expect(answer).toMatchObject({ results: [], statistics: { median: 1645 } });
  expect(await sensitiveReads()).toBe(before);
  expect((await served.call('ADMIN', request)).json().results).toHaveLength(25);
  expect(await sensitiveReads()).toBe(before + 1);
  const page = await served.call('ADMIN', {
    method: 'POST',
    url: '/api/search/records',
    payload: { filters: { ...filters, genero: 'F' } },
  });
  expect(page.json().records).toHaveLength(30);
  expect(await sensitiveReads()).toBe(before + 2);
});
