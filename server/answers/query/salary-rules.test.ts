import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { preparedAnswering } from '../../../tests/support/prepared-answering.ts';
import { SearchRequest } from '../../../shared/contracts/search.ts';
import { countedAnswer, engineBackend } from '../present/answer.ts';

// The minimum wage of 202307 is R$ 1,320.00: 0.3 of it is R$ 396.00, and 150 times it is R$ 198,000.00.
const lines = [
  { salary: '' },
  { salary: ',00' },
  { salary: ',01' },
  { salary: '395,99' },
  { salary: '396,00' },
  { salary: '198000,00' },
  { salary: '198000,01' },
  { salary: '1500,00', intermittent: '1' },
  { salary: '1501,00', hours: '39,99' },
  { salary: '1502,00', hours: '40,00' },
  { salary: '1503,00', hours: '' },
  { salary: '1504,00', apprentice: '1' },
  { salary: '1505,00', part_time: '1', hours: '20,00', salary_unit: '1' },
  { salary: '1506,00', intermittent: '9', apprentice: '9' },
  { salary: '1507,00', balance: '-1', movement_type: '31' },
];

const ages = ['17', '18', '25', '26', '35', '36', '45', '46', '55', '56', '80', ''];

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation();
  await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...lines,
      ...ages.map((age) => ({ cbo: '411010', age, salary: `20${age === '' ? '99' : age},00` })),
    ]),
  );
});
afterAll(() => installation.close());

/** The salaries that count, in reais, from the month files; those from the engine must be the same. */
async function salariesOf(filters: object): Promise<number[]> {
  const prepared = await preparedAnswering(installation);
  const request = SearchRequest.parse({ filters });
  const fromFiles = await countedAnswer(request, prepared);
  const fromEngine = await countedAnswer(request, { ...prepared, backend: engineBackend });
  expect(fromEngine.distribution).toEqual(fromFiles.distribution);
  return fromFiles.distribution.centavos.map((centavos) => centavos / 100);
}

test.each([
  [{}, [396, 1501, 1502, 1503, 1504, 1505, 1506, 198_000]],
  [{ metodo: 'integral' }, [396, 1502, 1506, 198_000]],
  [
    { metodo: 'bruto' },
    [0.01, 395.99, 396, 1500, 1501, 1502, 1503, 1504, 1505, 1506, 198_000, 198_000.01],
  ],
  [{ movimentacao: 'desligamento' }, [1507]],
  [{ movimentacao: 'todas' }, [396, 1501, 1502, 1503, 1504, 1505, 1506, 1507, 198_000]],
])('the lines that count in a salary: %j', async (filters, expected) => {
  expect(await salariesOf({ cbo: '521110', ...filters })).toEqual(expected);
});

test.each([
  ['18-25', [18, 25]],
  ['26-35', [26, 35]],
  ['36-45', [36, 45]],
  ['46-55', [46, 55]],
  ['55+', [56, 80]],
])('the ages of %s', async (faixaEtaria, expected) => {
  const salaries = await salariesOf({ cbo: '411010', faixaEtaria });
  expect(salaries.map((salary) => salary - 2000)).toEqual(expected);
});
