import { afterEach, beforeEach, expect, test } from 'vitest';
import { unmatchedCsv } from './cancellations.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(async () => installation.close());

// July: 1000 twice (equal lines), 2000, 3000. The exclusions cancel one 1000, the 3000 written with a point, and a 9000
// that no file has. The lines that remain are 1000 and 2000.
const movLines: LineFields[] = [
  { salary: '1000,00' },
  { salary: '1000,00' },
  { salary: '2000,00' },
  { salary: '3000,00' },
];
const exclusions: LineFields[] = [
  { salary: '1000,00' },
  { salary: '3000.0' },
  { salary: '9000,00' },
];
const files = {
  mov: () => officialFile('CAGEDMOV202307.txt', 'MOV', movLines),
  exc: () => officialFile('CAGEDEXC202308.txt', 'EXC', exclusions),
  late: () =>
    officialFile('CAGEDFOR202307.txt', 'FOR', [{ salary: '5000,00' }, { salary: '5000,00' }]),
  excLate: () =>
    officialFile('CAGEDEXC202309.txt', 'EXC', [
      { exclusion_month: '202309', month: '202306', late: '1', salary: '5000,00' },
    ]),
};

async function state() {
  const { distribution, totalCount, results, method } = await installation.counted({});
  return {
    distribution,
    totalCount,
    salaries: results.map(({ salario }) => salario),
    serie: method.funnel.find(({ step }) => step === 'serie'),
  };
}

const unmatched = async () =>
  (
    await installation.store.db
      .selectFrom('releases')
      .select('unmatched_exclusions')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
  ).unmatched_exclusions;

test('each exclusion cancels one equal line; an unmatched one is counted and cancels nothing', async () => {
  await installation.load(await files.mov(), await files.exc());
  const { distribution, totalCount, salaries, serie } = await state();
  expect(distribution).toEqual({ centavos: [100_000, 200_000], counts: [1, 1] });
  expect([totalCount, salaries]).toEqual([2, ['1000.00', '2000.00']]);
  expect(serie).toMatchObject({ removed: 2, remaining: 2 });
  expect(await unmatched()).toBe(1);
  let csv = '';
  for await (const chunk of unmatchedCsv(installation.store, installation.warehouse)) csv += chunk;
  const rows = csv.trim().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('"9000,00"');
  expect(rows[1]).toMatch(/;"1"$/);
  expect((await installation.counted({ serie: 'declarada' })).totalCount).toBe(4);
});

test('the order of loading changes nothing', async () => {
  const orders = [
    ['exc', 'mov', 'excLate', 'late'],
    ['late', 'excLate', 'exc', 'mov'],
    ['mov', 'late', 'exc', 'excLate'],
  ] as const;
  const states: unknown[] = [];
  for (const order of orders) {
    await installation.close();
    installation = await newInstallation();
    for (const file of order) await installation.load(await files[file]());
    const { distribution, results, method } = await installation.counted({
      periodoInicio: '202306',
    });
    states.push({ distribution, results, funnel: method.funnel });
  }
  expect(states[0]).toMatchObject({
    distribution: { centavos: [100_000, 200_000, 500_000], counts: [1, 1, 1] },
  });
  expect(states[1]).toEqual(states[0]);
  expect(states[2]).toEqual(states[0]);
});

test('a new version of a month or of its exclusions is matched again', async () => {
  await installation.load(await files.mov(), await files.exc());
  await installation.loadApproved(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [{ salary: '9000,00' }]),
  );
  expect((await state()).totalCount).toBe(0);
  await installation.loadApproved(
    await officialFile('CAGEDEXC202308.txt', 'EXC', [{ salary: '1,00' }]),
  );
  expect((await state()).distribution).toEqual({ centavos: [900_000], counts: [1] });
});

test('equal lines of MOV and of FOR are cancelled, each by an exclusion', async () => {
  const twice = { salary: '1000,00', late: '1', month: '202307' };
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [twice, { salary: '2000,00' }, {}]),
    await officialFile('CAGEDFOR202307.txt', 'FOR', [twice]),
    await officialFile('CAGEDEXC202308.txt', 'EXC', [twice, twice]),
  );
  const { distribution, serie } = await state();
  expect(distribution).toEqual({ centavos: [150_000, 200_000], counts: [1, 1] });
  expect(serie).toMatchObject({ removed: 2, remaining: 2 });
});

test('lines that differ in any column are not cancelled', async () => {
  await installation.load(
    await files.mov(),
    await officialFile('CAGEDEXC202308.txt', 'EXC', [
      { salary: '2000,00', age: '31' },
      { salary: '2000,00', fixed_salary: '1500,01' },
      { salary: '2000,00', hours: '' },
    ]),
  );
  expect((await state()).totalCount).toBe(4);
  expect(await unmatched()).toBe(3);
});

test('an empty field equals an empty field: exclusions cancel lines without age or salary', async () => {
  const incomplete = [
    { salary: '1000,00', age: '' },
    { salary: '1001,00', hours: '' },
    { salary: '', salary_unit: '99', fixed_salary: '' },
  ];
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [...incomplete, { salary: '2000,00' }]),
    await officialFile('CAGEDEXC202308.txt', 'EXC', incomplete),
  );
  expect((await state()).distribution).toEqual({ centavos: [200_000], counts: [1] });
  expect(await unmatched()).toBe(0);
});

test('of three exclusions of one line, two match nothing; a late line is cancelled as a late line', async () => {
  const late = { month: '202306', late: '1', salary: '5000,00' };
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [{ salary: '1000,00' }]),
    await files.late(),
    await officialFile('CAGEDEXC202308.txt', 'EXC', [
      late,
      ...Array.from({ length: 3 }, () => ({ salary: '1000,00' })),
    ]),
  );
  expect(await unmatched()).toBe(2);
  let csv = '';
  for await (const chunk of unmatchedCsv(installation.store, installation.warehouse)) csv += chunk;
  const rows = csv.trim().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(/;"2"$/);
  const cancelled = await installation.warehouse.rows({
    text: 'select toString(kind) as kind, month, count() as lines from movements where weight = -1 group by all order by month',
  });
  expect(cancelled).toEqual([
    { kind: 'FOR', month: 202306, lines: 1 },
    { kind: 'MOV', month: 202307, lines: 1 },
  ]);
});
