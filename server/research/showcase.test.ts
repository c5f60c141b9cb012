import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../tests/support/installation.ts';
import { officialFile } from '../../tests/support/official-file.ts';
import { Showcase } from '../../shared/contracts/showcase.ts';
import { changedWarehouse } from '../../tests/support/changed-warehouse.ts';
import { showcaseReader } from './showcase.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => installation.close());

test('is empty while nothing, or too little, is published', async () => {
  const { store, warehouse } = installation;
  const read = showcaseReader({ store, warehouse });
  expect(await read()).toBeNull();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{ cbo: '521110' }]));
  expect(await read()).toBeNull();
});

test('is empty with only late declarations', async () => {
  const late = Array.from({ length: 200 }, () => ({
    cbo: '521110',
    declared_month: '202308',
    late: '1',
  }));
  await installation.load(await officialFile('CAGEDFOR202308.txt', 'FOR', late));
  const read = showcaseReader(installation);
  expect((await installation.search({ cbo: '521110' })).totalCount).toBe(200);
  expect(await read()).toBeNull();
});

test('is empty if any month of the default period lacks its main file', async () => {
  const lines = Array.from({ length: 200 }, () => ({ cbo: '521110' }));
  const late = Array.from({ length: 5 }, () => ({
    cbo: '521110',
    month: '202306',
    declared_month: '202307',
    late: '1',
  }));
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
  expect(await showcaseReader(installation)()).toMatchObject({
    period: { from: '202307', to: '202307' },
    completeness: { state: 'complete', months: 1, withoutMov: [] },
  });
  const may = [{ month: '202305', declared_month: '202305' }];
  await installation.load(
    await officialFile('CAGEDMOV202305.txt', 'MOV', may),
    await officialFile('CAGEDFOR202307.txt', 'FOR', late),
  );
  expect((await installation.search({ cbo: '521110' })).method).toMatchObject({
    period: { from: '202305', to: '202307' },
    completeness: { state: 'partial', months: 3, withoutMov: ['202306'] },
  });
  expect(await showcaseReader(installation)()).toBeNull();
});

test('has the search’s own figures, and queries the warehouse once per release', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => ({
    cbo: '521110',
    salary: `${1500 + 5 * index},00`,
  }));
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
  let requested = 0;
  const warehouse = changedWarehouse(installation.warehouse, {
    rows: (...args) => {
      requested += 1;
      return installation.warehouse.rows(...args);
    },
  });
  const read = showcaseReader({ store: installation.store, warehouse });
  const [showcase] = await Promise.all([read(), read(), read()]);
  const queries = requested;
  await read();
  expect(requested).toBe(queries);

  const { statistics } = await installation.search({ cbo: '521110' });
  expect(Showcase.parse(showcase)).toMatchObject({
    occupation: { cbo: '521110', titulo: 'Vendedor de comércio varejista' },
    period: { from: '202307', to: '202307' },
    isSynthetic: false,
    statistics: {
      count: 200,
      average: statistics.average,
      median: statistics.median,
      p10: statistics.p10,
      p90: statistics.p90,
    },
  });
  const counted = showcase?.histogram.reduce((sum, { count }) => sum + count, 0);
  expect(counted).toBe(200);
});
