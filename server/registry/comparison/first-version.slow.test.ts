import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultLoadLimits } from '../../../shared/contracts/comparison.ts';
import { openTrials, type Taking, type Trials } from '../../../tests/support/comparison-trials.ts';
import type { CheckedFile } from './checked-file.ts';
import { officialCountsOf } from './check-official.ts';
import { validateFile } from './validate.ts';

let trials: Trials;
let lines: Awaited<ReturnType<Trials['generate']>>[number];
beforeAll(async () => {
  trials = await openTrials();
  const [made] = await trials.generate(['202301'], 20_000, ['MOV']);
  if (made === undefined) throw new Error('No month was made.');
  lines = made;
});
afterAll(() => trials.close());

/** The reasons that hold the first version of the first month. */
async function heldFor(taking: Taking, official?: CheckedFile['official']): Promise<string[]> {
  const file = await trials.profile(lines, taking);
  if (file === undefined) throw new Error('The file has no lines.');
  const { findings } = validateFile(
    { ...lines, profile: file.profile, version: undefined, neighbours: [], sketches: [], official },
    defaultLoadLimits,
  );
  return findings.map(({ message }) => message);
}

const all = 'true';
const drawn = 'cityHash64(municipality, subclass, cbo, age, ifNull(salary, 0), hours) % 1000';
const lost = (column: string, thousandths: number) =>
  `if(${drawn} < ${thousandths}, ${column} * 100, ${column})`;

test('a correct first month passes', async () => {
  expect(await heldFor({ condition: all })).toEqual([]);
});

test('a share beyond a small limit does not read as zero', async () => {
  const file = await trials.profile(lines, { condition: all });
  if (file === undefined) throw new Error('The file has no lines.');
  const { total, shape } = file.profile;
  const profile = {
    ...file.profile,
    total: { ...total, lines: 4_000_000 },
    shape: { ...shape, strange: { ...shape.strange, unequalPay: 1_600 } },
  };
  const national = { ...lines, profile, version: undefined, neighbours: [], sketches: [] };
  const { findings } = validateFile(national, defaultLoadLimits);
  expect(findings.map(({ message }) => message)).toContain(
    'em 0,04 % das linhas com salário por mês o salário é 10, 100 ou 1.000 vezes o valor do salário fixo; o usual no país é 0 %, e o limite para tantas linhas é 0,02 %.',
  );
});

test('a limit with decimals has a comma', async () => {
  const file = await trials.profile(lines, { condition: all });
  if (file === undefined) throw new Error('The file has no lines.');
  const { total } = file.profile;
  const version = { ...file.profile, total: { ...total, lines: total.lines * 2 } };
  const half = { ...lines, profile: file.profile, version, neighbours: [], sketches: [] };
  const { findings } = validateFile(half, { ...defaultLoadLimits, versionRatio: 12.5 });
  expect(findings.find(({ code }) => code === 'versionRatio')?.message).toContain(
    '(o limite é 12,5 %)',
  );
});

/** Counts of these lines by the engine, as the ministry would publish them. */
async function countsOf(condition: string) {
  const [counts] = await trials.warehouse.rows<{ admissions: number; separations: number }>({
    text: `
      select countIf(balance = 1) as admissions, countIf(balance = -1) as separations
      from movements
      where batch = {batch:UInt32} and ${condition}`,
    params: { batch: lines.batch },
  });
  if (counts === undefined) throw new Error('No lines were counted.');
  return counts;
}

test('each count of a month is that of the last edition that has it', () => {
  const figure = {
    edition: '202311',
    month: '202301',
    series: 'declarada',
    admissions: 100,
    separations: 90,
    balance: 10,
    nominalWage: null,
    realWage: null,
    source: 'MTE, tabela 5',
  } as const;
  const later = {
    ...figure,
    edition: '202401',
    admissions: 101,
    separations: null,
    source: 'Novo',
  };
  const others = [
    { ...figure, edition: '202402', admissions: null, separations: null },
    { ...figure, edition: '202403', series: 'ajustada' as const, admissions: 150 },
    { ...figure, month: '202302', edition: '202404', admissions: 7 },
  ];
  expect(officialCountsOf([later, ...others, figure], '202301')).toEqual({
    admissions: 101,
    separations: 90,
    source: 'Novo',
  });
  expect(officialCountsOf(others, '202301')).toBeUndefined();
});

describe('the counts that the ministry published for the month', () => {
  test('half of the lines, and a part of them doubled, are held', async () => {
    const whole = { ...(await countsOf(all)), source: 'MTE, tabela 5' };
    expect(await heldFor({ condition: all }, whole)).toEqual([]);
    const half = await countsOf(`${drawn} < 500`);
    const numbers = [half.admissions, whole.admissions, half.separations, whole.separations];
    const [ownIn, officialIn, ownOut, officialOut] = numbers.map((count) =>
      count.toLocaleString('pt-BR'),
    );
    expect(await heldFor({ condition: `${drawn} < 500` }, whole)).toEqual([
      `em janeiro de 2023 tem ${ownIn} admissões (o MTE divulgou ${officialIn}) e ${ownOut} desligamentos (o MTE divulgou ${officialOut}). A diferença passa do limite de 0,5 %. Fonte: MTE, tabela 5.`,
    ]);
    const copies = `if(${drawn} < 20, 2, 1)`;
    expect((await heldFor({ condition: all, copies }, whole)).join()).toContain('o MTE divulgou');
  });

  test('a file without admissions or without separations is held, because no sample lacks one of them', async () => {
    const whole = { ...(await countsOf(all)), source: 'MTE' };
    const separations = whole.separations.toLocaleString('pt-BR');
    const held = (await heldFor({ condition: 'balance = 1' }, whole)).join();
    expect(held).toContain(`tem 0 desligamentos (o MTE divulgou ${separations}). A diferença`);
    const few = await heldFor({ condition: `balance = 1 or ${drawn} < 50` }, whole);
    expect(few.join()).toMatch(/tem \d+ desligamentos \(o MTE divulgou/);
  });

  test('a difference of at most 0.5 % and the lines of one region are not held', async () => {
    const { admissions } = await countsOf(all);
    const near = { admissions: Math.ceil(admissions / 1.005), separations: null, source: 'MTE' };
    expect(await heldFor({ condition: all }, near)).toEqual([]);
    const far = { ...near, admissions: Math.floor(admissions / 1.0051) };
    expect(await heldFor({ condition: all }, far)).toHaveLength(1);
    expect(await heldFor({ condition: 'region = 3' }, far)).toEqual([]);
  });

  test('a file of 13 states and a sample of less than a tenth are not held', async () => {
    const { admissions } = await countsOf(all);
    const double = { admissions: admissions * 2, separations: null, source: 'MTE' };
    // The 13th state by code is 26, Pernambuco, and the 14th is 27, Alagoas.
    expect(await heldFor({ condition: 'uf <= 26' }, double)).toEqual([]);
    expect((await heldFor({ condition: 'uf <= 27' }, double)).join()).toContain('o MTE divulgou');
    const many = { ...double, admissions: admissions * 11 };
    expect(await heldFor({ condition: all }, many)).toEqual([]);
  });
});

test('lost commas in 1 % of the salaries of both columns are held by their occupations', async () => {
  const changed = { salary: lost('salary', 10), fixed_salary: lost('fixed_salary', 10) };
  expect((await heldFor({ condition: all, changed })).join()).toMatch(
    /^1(?:,1)? % dos salários são cerca de 100 ou 1\.000 vezes a mediana da ocupação/,
  );
});

test('lost commas in one column are held by the other one', async () => {
  const changed = { salary: lost('salary', 5) };
  expect((await heldFor({ condition: all, changed })).join()).toMatch(
    /em 0,\d % das linhas com salário por mês o salário é 10, 100 ou 1\.000 vezes o valor do salário fixo/,
  );
});

test('in a file of 300 lines, the deleted points of half of the salaries are held by their spread', async () => {
  const condition =
    "cityHash64('few', municipality, subclass, cbo, age, ifNull(salary, 0)) % 1000 < 15";
  const half = "cityHash64('half', municipality, subclass, cbo, age, ifNull(salary, 0)) % 2 = 0";
  const paidBy = (low: number, high: number) => ({
    salary: `if(${half}, ${low}, ${high})`,
    fixed_salary: `if(${half}, ${low}, ${high})`,
  });
  // Half of R$ 1.600,00 and half of R$ 160.000,00: the standard deviation is half of ln(100), 2.30.
  expect((await heldFor({ condition, changed: paidBy(160_000, 16_000_000) })).join()).toContain(
    'como se uma parte estivesse sem a vírgula decimal: o desvio-padrão do logaritmo é 2,3, e o limite é 1,3.',
  );
  // Half of R$ 1.500,00 and half of R$ 15.000,00: half of ln(10), 1.15, is within the limit.
  expect((await heldFor({ condition, changed: paidBy(150_000, 1_500_000) })).join()).not.toContain(
    'desvio-padrão',
  );
});

test.each([
  ['apprentice', '0', 'a categoria contradiz o trabalho intermitente ou o aprendiz'],
  ['race', '1', 'a coluna raçacor tem o mesmo valor em todas as linhas.'],
  ['sex', '1', 'a coluna sexo tem o mesmo valor em todas as linhas.'],
  ['age', '30', 'a coluna idade tem o mesmo valor em todas as linhas.'],
  ['intermittent', '0', 'a categoria contradiz o trabalho intermitente ou o aprendiz'],
])('%s set to %s in every line is held', async (name, value, sentence) => {
  const held = await heldFor({ condition: all, changed: { [name]: value } });
  expect(held.join()).toContain(sentence);
});

test.each([100, 200, 300])('doubled lines, %i in a thousand, are held', async (thousandths) => {
  const copies = `if(${drawn} < ${thousandths}, 2, 1)`;
  expect((await heldFor({ condition: all, copies })).join()).toMatch(
    /^linhas repetidas: cerca de [\d.]+ linhas a mais que o usual/,
  );
});

test('ages and weekly hours that are exchanged are held', async () => {
  const changed = { age: 'intDiv(hours, 100)', hours: 'age * 100' };
  const held = (await heldFor({ condition: all, changed })).join();
  expect(held).toContain('a coluna idade tem outra distribuição');
  expect(held).toContain('as horas contratuais não são 44, 40, 36, 30 nem 20');
});

test('in 600 lines, 1 % of lost commas is held, and an hourly pay in the monthly column is not', async () => {
  const condition =
    "cityHash64('few', municipality, subclass, cbo, age, ifNull(salary, 0)) % 1000 < 30";
  const both = { salary: lost('salary', 20), fixed_salary: lost('fixed_salary', 20) };
  expect((await heldFor({ condition, changed: both })).join()).toContain(
    'como sem a vírgula decimal',
  );
  // A month's pay declared as an hour's: the unit is the hour, and the computed pay is some 200 times a month's.
  const byTheHour = {
    salary: lost('salary', 5),
    salary_unit: `if(${drawn} < 5, 1, salary_unit)`,
  };
  expect(await heldFor({ condition, changed: byTheHour })).toEqual([]);
});
