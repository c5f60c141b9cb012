import { expect, test } from 'vitest';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { newInstallation } from '../../../../tests/support/installation.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import { currentRelease } from '../../../platform/store/current-release.ts';
import { readableRelease } from '../release.ts';
import { resolveQuery } from '../salary-query.ts';
import { distributionOf } from './count-records.ts';

test('the distribution of more salaries than a row holds is whole and ascending', async () => {
  const installation = await newInstallation();
  // From 2000.00 to 2400.00 every centavo once, the last one twice, from the highest down.
  const centavos = Array.from({ length: 40_001 }, (_, at) => 200_000 + at);
  const lines = [...centavos, 240_000].toReversed().map((one) => ({
    salary: (one / 100).toFixed(2).replace('.', ','),
  }));
  await installation.loadApproved(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
  const release = readableRelease(await currentRelease(installation.store));
  const query = resolveQuery(SearchFilters.parse({}), release);
  const counts = centavos.map((one) => (one === 240_000 ? 2 : 1));
  expect(await distributionOf(installation.warehouse, query, {})).toEqual({ centavos, counts });
  const none = resolveQuery(SearchFilters.parse({ uf: 'AC' }), release);
  expect(await distributionOf(installation.warehouse, none, {})).toEqual({
    centavos: [],
    counts: [],
  });
  await installation.close();
});
