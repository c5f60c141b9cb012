import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import { preparedQuery } from '../../../../tests/support/prepared-answering.ts';

let installation: Installation;

const lines = (count: number, line: object) =>
  Array.from({ length: count }, () => ({ salary: '1500,00', uf: '35', ...line }));
const [seller, clerk, teacher] = ['521110', '411005', '231205'];

beforeAll(async () => {
  installation = await newInstallation();
  const june = { month: '202306', declared_month: '202306' };
  await installation.load(
    await officialFile('CAGEDMOV202306.txt', 'MOV', [
      ...lines(3, { ...june, cbo: seller, sex: '3' }),
      ...lines(4, { ...june, cbo: clerk, sex: '1' }),
      ...lines(2, { ...june, cbo: clerk, sex: '3' }),
      ...lines(1, { ...june, cbo: clerk, sex: '9', uf: '11' }),
      ...lines(7, { ...june, cbo: clerk, sex: '9', uf: '35' }),
      ...lines(5, { ...june, cbo: clerk, sex: '3', intermittent: '1' }),
    ]),
  );
  const july = { month: '202307', declared_month: '202307' };
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...lines(2, { ...july, cbo: seller, sex: '3' }),
      ...lines(2, { ...july, cbo: seller, sex: '3', balance: '-1' }),
      ...lines(1, { ...july, cbo: teacher, sex: '3', balance: '-1' }),
      ...lines(6, { ...july, cbo: clerk, sex: '1' }),
      ...lines(1, { ...july, cbo: teacher, sex: '3', salary: '' }),
    ]),
  );
});
afterAll(() => installation.close());

async function placesOf(filters: object, records: number) {
  const { query, near } = await preparedQuery(installation, filters);
  return near.index.firstRecords(query, records, {}, near.counted);
}

const julySeller = { month: 202307, cbo: 521110, state: 35, records: 2 };
const juneClerk = { month: 202306, cbo: 411005, state: 35, records: 2 };
const juneSeller = { month: 202306, cbo: 521110, state: 35, records: 3 };

test.each([
  ['the newest month has enough', { genero: 'F' }, 2, [julySeller]],
  ['the lowest occupation of an older month', { genero: 'F' }, 3, [julySeller, juneClerk]],
  [
    'there are fewer than wanted: all there are',
    { genero: 'F' },
    50,
    [julySeller, juneClerk, juneSeller],
  ],
  ['without filters', {}, 7, [{ month: 202307, cbo: 411005, state: 35, records: 6 }, julySeller]],
  [
    'of two movements, in the order of occupations',
    { genero: 'F', movimentacao: 'todas' },
    5,
    [
      { month: 202307, cbo: 231205, state: 35, records: 1 },
      { month: 202307, cbo: 521110, state: 35, records: 4 },
    ],
  ],
  ['an occupation that was requested', { cbo: clerk, genero: 'F' }, 9, [juneClerk]],
  [
    'the lowest state of an occupation',
    { cbo: clerk, periodoFim: '202306' },
    1,
    [{ month: 202306, cbo: 411005, state: 11, records: 1 }],
  ],
  ['nothing at all', { cbo: teacher }, 9, []],
] as const)('%s', async (_, filters, records, places) => {
  expect(await placesOf(filters, records)).toEqual(places);
});

test('salaries that the files cannot distinguish are not searched in them', async () => {
  expect(await placesOf({ salarioMin: 50_000_000 }, 5)).toBeNull();
});
