import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { useImportedMinimumWages } from '../../reference/minimum-wage.ts';

/** A month of a year whose minimum wage the product does not know. */

const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

let installation: Installation;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-20T12:00:00Z') });
  installation = await newInstallation();
  for (const month of ['202612', '202701'])
    await installation.loadApproved(
      await officialFile(
        `CAGEDMOV${month}.txt`,
        'MOV',
        times(8, { month, declared_month: month, salary: '1700,00' }),
      ),
    );
});
afterAll(async () => {
  useImportedMinimumWages([]);
  vi.useRealTimers();
  await installation.close();
});

const methodOf = async (filters: object) =>
  (await installation.search({ cbo: '521110', ...filters })).method;

test('shows the last certain minimum wage with its month, and that the rule uses it', async () => {
  const { minimumWage, ruleDescription } = await methodOf({});
  expect(minimumWage).toEqual({ month: '202612', centavos: 162_100 });
  expect(ruleDescription).toContain(
    'Depois de dez/2026, vale o salário mínimo de dez/2026: o novo ainda não foi importado.',
  );
  const decemberOnly = await methodOf({ periodoInicio: '202612', periodoFim: '202612' });
  expect(decemberOnly.ruleDescription).not.toContain('Depois de');
  expect((await methodOf({ metodo: 'bruto' })).ruleDescription).not.toContain('Depois de');
});

test('shows the wage of the month itself once it is imported', async () => {
  useImportedMinimumWages([{ from: '202701', centavos: 170_000, source: 'Decreto' }]);
  const { minimumWage, ruleDescription } = await methodOf({});
  expect(minimumWage).toEqual({ month: '202701', centavos: 170_000 });
  expect(ruleDescription).not.toContain('Depois de');
});
