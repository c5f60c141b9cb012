import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { figuresOf, profileOf, type FileProfile } from './profile.ts';

/** The figures of three small files, by hand. In July 2023 the minimum wage is R$ 1.320,00: 0.3 of it are R$ 396,00. */

const left = (salary: string, more: LineFields = {}): LineFields => ({
  balance: '-1',
  salary,
  fixed_salary: salary,
  ...more,
});
const lines: readonly LineFields[] = [
  {},
  { salary: '1500,03' },
  { salary: '395,99' },
  { salary: '396,00' },
  { salary: '2000,00', intermittent: '1' },
  { salary: '', salary_unit: '99', fixed_salary: '' },
  { hours: '38,00' },
  // A municipality of another state, and a state of another region.
  { municipality: '330455' },
  { uf: '41', municipality: '410690' },
  { salary: '1500,03', category: '103' },
  { salary: '1500,03', category: '111' },
  { salary: '15000,00' },
  { salary: '15000,00', salary_unit: '1' },
  left('9000,00'),
  // The median of pay by the month is R$ 1.500,03: these are 30 and 40 times as high.
  left('45100,00'),
  left('60002,00'),
  left('60002,00', { salary_unit: '1' }),
  left('1500,00', { cbo: '411010' }),
  left('1500,00', { cbo: '411010' }),
  left('1500,00', { cbo: '411005' }),
];

let installation: Installation;
let [mov, late, excluded]: (FileProfile | undefined)[] = [];
beforeAll(async () => {
  installation = await newInstallation();
  const { files } = await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', lines),
    await officialFile('CAGEDFOR202307.txt', 'FOR', [
      ...['202307', '202306', '202212', '202207', '202206'].map((month) => ({ month })),
      { salary: '', salary_unit: '99', fixed_salary: '' },
    ]),
    await officialFile('CAGEDEXC202308.txt', 'EXC', [
      { declared_month: '202308' },
      { declared_month: '202309' },
    ]),
  );
  [mov, late, excluded] = await Promise.all(
    (['MOV', 'FOR', 'EXC'] as const).map((kind) => {
      const batch = files.find((file) => file.kind === kind)?.batch ?? 0;
      return profileOf(installation, { kind, batch });
    }),
  );
});
afterAll(() => installation.close());

test('admissions between the bounds of MTE’s rule have the wages, and the median is rounded half up', () => {
  // R$ 396,00, four of 1.500,00, three of 1.500,03 and two of 15.000,00: between the fifth and the sixth.
  const total = {
    lines: 20,
    admissions: 13,
    separations: 7,
    wage_count: 10,
    wage_sum: 39_600 + 4 * 150_000 + 3 * 150_003 + 2 * 1_500_000,
    median_wage: 150_002,
  };
  expect(mov?.total).toEqual(total);
  expect(mov?.months.get('202307')).toMatchObject(total);
  expect(mov?.nulls).toMatchObject({ salário: 1, valorsaláriofixo: 1, idade: 0 });
  expect(mov?.largest.map(({ salary }) => salary / 100)).toEqual([
    60_002, 60_002, 45_100, 15_000, 15_000, 9000, 2000, 1500.03, 1500.03, 1500.03,
  ]);
});

test('a file of few lines has no empty salary among its largest', () => {
  expect(late?.largest.map(({ salary }) => salary)).toEqual(
    Array.from({ length: 5 }, () => 150_000),
  );
});

test('salaries of all contracts but the intermittent are compared with the minimum wage', () => {
  expect(mov?.shape.bounds).toEqual({ paid: 18, below: 1 });
  const reais = [
    396, 9000, 45_100, 60_002, 60_002, 15_000, 15_000, 1500.03, 1500.03, 1500.03, 1500, 1500, 1500,
    1500, 1500, 1500, 1500,
  ];
  const logs = reais.map((pay) => Math.log(pay / 1320));
  expect(mov?.shape.level).toEqual({
    lines: 17,
    sum: expect.closeTo(
      logs.reduce((sum, log) => sum + log),
      9,
    ),
    squares: expect.closeTo(
      logs.reduce((sum, log) => sum + log ** 2, 0),
      9,
    ),
  });
});

test('values that no correct line has are counted', () => {
  expect(mov?.shape.strange).toEqual({
    rareHours: 1,
    place: 2,
    months: 0,
    contract: 2,
    unequalPay: 1,
  });
  // Late by none, one, seven, twelve and thirteen months; and an exclusion of a line declared later.
  expect([late, excluded].map((file) => file?.shape.strange.months)).toEqual([2, 1]);
});

test('salaries 40 times the median and groups of equal lines are counted', () => {
  // Not the intermittent, the empty, and the two paid by the hour.
  expect(mov?.shape.scaled).toEqual({ lines: 1, all: 16 });
  // The two towns and two occupations apart; the others differ within their group.
  expect(mov?.shape.repeats).toEqual({ repeated: 1, groups: 4 });
});

test('screens show reais to the centavo', () => {
  const figures = {
    lines: 9,
    admissions: 5,
    separations: 4,
    wage_count: 3,
    wage_sum: 500_000,
    median_wage: 150_001,
  };
  expect(figuresOf(figures)).toEqual({
    lines: 9,
    admissions: 5,
    separations: 4,
    balance: 1,
    meanWage: 1666.67,
    medianWage: 1500.01,
  });
  expect(figuresOf({ ...figures, wage_count: 0, wage_sum: 0, median_wage: null })).toMatchObject({
    meanWage: null,
    medianWage: null,
  });
});
