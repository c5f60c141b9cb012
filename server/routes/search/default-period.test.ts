import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReleaseSummary } from '../../../shared/contracts/release.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { withPeriod } from '../../../client/features/search/search-form.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { popularQueries } from '../../answers/serving/popular-queries.ts';
import { currentRelease } from '../../platform/store/current-release.ts';

/** The first month that an owner loads: July 2023 with its late declarations of June. */
let research: Research;
let person: Researcher;
beforeAll(async () => {
  research = await openResearch({});
  person = await research.person('ADMIN');
  await research.installation.loadApproved(
    await officialFile(
      'CAGEDMOV202307.txt',
      'MOV',
      Array.from({ length: 30 }, () => ({})),
    ),
    await officialFile(
      'CAGEDFOR202307.txt',
      'FOR',
      Array.from({ length: 7 }, () => ({})),
    ),
  );
});
afterAll(() => research.close());

const july = { periodoInicio: '202307', periodoFim: '202307' };

test('a search of the first loaded month leaves out the months of its late declarations', async () => {
  const { method, totalCount } = await person.search({ cbo: '521110' });
  expect(method).toMatchObject({
    period: { from: '202307', to: '202307' },
    completeness: { state: 'complete', withoutMov: [] },
  });
  expect(totalCount).toBe(30);
  const both = await person.search({ cbo: '521110', periodoInicio: '202306' });
  expect(both).toMatchObject({ totalCount: 37, method: { completeness: { state: 'partial' } } });
});

test('the form selects the same months and still offers the others', async () => {
  const summary = ReleaseSummary.parse((await person.call('GET', '/api/release')).json());
  expect(summary).toMatchObject({ months: ['202306', '202307'], firstMonth: '202307' });
  expect(withPeriod(SearchFilters.parse({}), summary)).toMatchObject(july);
});

test('a search of these months counts as one without a period when popular queries are precomputed', async () => {
  await person.search({ cbo: '521110', genero: 'M', ...july });
  const release = readableRelease(await currentRelease(research.installation.store));
  const { store } = research.installation;
  const counts = new Map([['521110', 37]]);
  const queries = await popularQueries({ store, release, counts, limit: 1, now: new Date() });
  expect(queries).toContainEqual(SearchFilters.parse({ cbo: '521110', genero: 'M' }));
});
