import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../support/installation.ts';
import { officialFile } from '../support/official-file.ts';
import { seededRandom } from '../support/random.ts';
import { searchAttack } from '../support/disclosure/search-attack.ts';

let installation: Installation;
const random = seededRandom('small numbers');
const pick = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(random() ** 2 * values.length)];
  if (value === undefined) throw new RangeError('There is nothing to pick from.');
  return value;
};

const places = [
  { uf: '35', region: '3', municipality: '355030' },
  { uf: '35', region: '3', municipality: '350950' },
  { uf: '33', region: '3', municipality: '330455' },
  { uf: '35', region: '3', municipality: '350010' },
  { uf: '26', region: '2', municipality: '261160' },
  { uf: '14', region: '1', municipality: '140010' },
];
const lines = Array.from({ length: 160 }, () => ({
  ...pick(places),
  cbo: pick(['521110', '521125', '411005', '225125']),
  sex: pick(['1', '3', '9']),
  age: pick(['30', '20', '40', '50', '60', '16']),
  schooling: pick(['7', '9', '5', '99']),
  company_size: pick(['5', '4', '8', '99']),
  ...pick([
    { section: 'G', subclass: '4781400' },
    { section: 'G', subclass: '4711302' },
    { section: 'C', subclass: '1011201' },
    { section: 'F', subclass: '4120400' },
  ]),
  salary: `${1500 + Math.floor(random() * 4000)},00`,
}));

beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
});
afterAll(() => installation.close());

const optional = <Value>(name: string, values: readonly Value[]) =>
  random() < 0.4 ? { [name]: values[Math.floor(random() * values.length)] } : {};

/** A query with few records or many, in one occupation or a family. */
const drawn = () => ({
  metodo: 'bruto',
  ...(random() < 0.5
    ? { cbo: pick(['521110', '521125', '411005', '225125']) }
    : optional('familiaCbo', ['5211'])),
  ...pick([{}, { uf: 'SP' }, { regiao: '3' }, { municipios: ['350950'] }, { uf: 'RR' }]),
  ...optional('faixaEtaria', ['18-25', '26-35']),
  ...optional('escolaridade', ['7', '8', '5']),
  ...optional('porte', ['PEQUENA', 'MICRO', 'MEDIA']),
  ...optional('secao', ['G', 'C']),
  ...optional('salarioMax', [1800, 2500, 3500]),
});

// About seventy queries.

test('of three queries that differ by a sex, no answer reveals its suppressed values', async () => {
  let protectedCells = 0;
  let refused = 0;
  for (let drawing = 0; drawing < 24; drawing++) {
    const whole = drawn();
    for (const filters of [whole, { ...whole, genero: 'F' }, { ...whole, genero: 'M' }]) {
      const answer = await installation.search(filters).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'salary_bound_refused', status: 422 });
        return null;
      });
      if (answer === null) {
        refused += 1;
        const { totalCount } = await installation.search({ ...filters, salarioMax: undefined });
        expect(totalCount).toBeOneOf([1, 2, 3, 4]);
        continue;
      }
      const { recovered, primary, complementary } = searchAttack(answer, filters);
      expect({ filters, recovered }).toEqual({ filters, recovered: [] });
      protectedCells += primary + complementary;
      if (answer.totalCount > 0 && answer.totalCount < 5) expectCountAlone(answer);
    }
  }
  expect(protectedCells).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(0);
});

function expectCountAlone(answer: Awaited<ReturnType<Installation['search']>>) {
  const { count, ...figures } = answer.statistics;
  expect(count).toBe(answer.totalCount);
  expect(answer).toMatchObject({
    suppressed: 'poucos_registros',
    results: [],
    distribution: { centavos: [], counts: [] },
    panels: null,
  });
  expect(new Set(Object.values(figures))).toEqual(new Set([null]));
}
