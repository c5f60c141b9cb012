import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  EqualityAnswer,
  EqualityRaces,
  type EqualityRow,
} from '../../../shared/contracts/equality.ts';
import type { Role } from '../../../shared/codes/roles.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;

const large = { company_size: '7' };
const women = (salaries: number[], line: LineFields) => people('3', salaries, line);
const men = (salaries: number[], line: LineFields) => people('1', salaries, line);
const people = (sex: string, salaries: number[], line: LineFields): LineFields[] =>
  salaries.map((salary) => ({ ...large, ...line, sex, salary: `${salary},00` }));
/** So many salaries, each R$ 10 above the one before. */
const rising = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => first + 10 * at);

const shop = { cbo: '521110' };
const cashier = { cbo: '421125' };
const analyst = { cbo: '212405', race: '4' };
const lines = [
  // One cell, 31 years old as in the default line: five women, five men.
  ...women([1500, 1600, 1700, 1800, 1900], shop),
  ...men([2000, 2000, 2000, 2100, 2400], shop),
  // A cell of only five men, by their schooling.
  ...men([5000, 5000, 5000, 5000, 5000], { ...shop, schooling: '9' }),
  // Three women and five men in one cell: suppresses the women's pay, and the ratio that would disclose it.
  ...women([3000, 4000, 8000], analyst),
  ...men([4000, 5000, 6000, 9000, 9000], analyst),
  // Too few women.
  ...women([1500, 1500], cashier),
  ...men([1500, 1500, 1500, 1500, 1500], cashier),
  // Outside the query: small establishments, unknown sex, separations, no occupation.
  ...people('3', [9999], { ...shop, company_size: '6' }),
  ...people('9', [9999], shop),
  ...women([9999], { ...shop, balance: '-1' }),
  ...women([9999], { cbo: '999999' }),
];

beforeAll(async () => {
  installation = await newInstallation();
  served = await serve(installation);
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const send = (payload: object, role: Role | null = 'VIEWER') =>
  served.call(role, { method: 'POST', url: '/api/equality', payload });
const races = (role: Role, payload: object) =>
  served.call(role, { method: 'POST', url: '/api/equality/races', payload });
const answer = async (payload: object = {}) => EqualityAnswer.parse((await send(payload)).json());
const rowOf = (rows: readonly EqualityRow[], code: string) => {
  const row = rows.find((one) => one.code === code);
  if (row === undefined) throw new Error(`There is no row ${code}.`);
  return row;
};

test('before a month is published there are no records, and it says so', async () => {
  const { period, release, whole, rows } = await answer();
  expect([period, release, rows]).toEqual([null, null, []]);
  expect(whole).toMatchObject({ women: { count: 0 }, withheld: 'ambos', adjusted: null });
});

describe('with a month', () => {
  beforeAll(async () => {
    await installation.loadApproved(await officialFile('CAGEDMOV202307.txt', 'MOV', lines));
  });

  test('each grande grupo has both sexes, exact medians and means, and the ratios', async () => {
    const { period, release, whole, rows } = await answer();
    expect(period).toEqual({ from: '202307', to: '202307' });
    expect(release).toMatchObject({ isSynthetic: false });
    expect([whole.women.count, whole.men.count]).toEqual([10, 20]);
    expect(rows.map(({ code }) => code)).toEqual(['2', '4', '5']);
    expect(rowOf(rows, '5')).toMatchObject({
      name: 'Trabalhadores dos serviços, vendedores do comércio em lojas e mercados',
      // 1500, 1600, 1700, 1800, 1900, and 2000 × 3, 2100, 2400, 5000 × 5.
      women: { count: 5, median: 1700, mean: 1700 },
      men: { count: 10, median: 3700, mean: 3550 },
      withheld: null,
    });
    expect(rowOf(rows, '5').medianRatio).toBeCloseTo(1700 / 3700, 12);
    expect(rowOf(rows, '5').meanRatio).toBeCloseTo(1700 / 3550, 12);
  });

  test('the remainder is that of the cells, and the parts add up', async () => {
    const { rows } = await answer({ grupo: '5211' });
    const { adjusted } = rowOf(rows, '521110');
    expect(adjusted).toMatchObject({ women: 5, men: 5, cells: 1, raw: { difference: -1850 } });
    // Women earn 1,700 on average; the men of their cell 2,100, and with the five outside it 3,550.
    expect(adjusted?.compared).toMatchObject({
      outsideWomen: 0,
      outsideMen: -1450,
      matching: { composition: 0, remainder: { difference: -400 } },
      decomposition: { composition: 0, remainder: { difference: -400 } },
    });
    expect(adjusted?.compared?.matching.remainder.ratio).toBeCloseTo(1700 / 2100, 12);
    // Relative sums of squares 100,000 / 1,700² over 4 and 120,000 / 2,100² over 8, each as for one more salary.
    const variance = (100_000 * (5 / 4) + 120_000 * (9 / 8)) / 5 / 5;
    const lower = -400 - 1.959963984540054 * Math.sqrt(variance);
    expect(adjusted?.compared?.matching.remainder.interval?.lower).toBeCloseTo(lower, 2);
  });

  test('each group leads to its subgroups, and an occupation to none', async () => {
    const codes = async (grupo: string) => (await answer({ grupo })).rows.map(({ code }) => code);
    expect(await codes('5')).toEqual(['521']);
    expect(await codes('521')).toEqual(['5211']);
    expect(await codes('5211')).toEqual(['521110']);
    expect(await codes('521110')).toEqual([]);
    const { path, whole } = await answer({ grupo: '5211' });
    expect(path.map(({ code }) => code)).toEqual(['5', '521', '5211']);
    expect([whole.code, whole.women.count]).toEqual(['5211', 5]);
    expect((await answer({ grupo: '6210' })).whole.women.count).toBe(0);
  });

  test('a group with fewer than five of a sex has the reason, and no amounts of that sex', async () => {
    const cashiers = rowOf((await answer({ grupo: '4211' })).rows, '421125');
    expect(cashiers).toEqual({
      code: '421125',
      name: 'Operador de caixa',
      women: { count: 2, median: null, medianInterval: null, mean: null },
      men: { count: 5, median: 1500, medianInterval: null, mean: 1500 },
      withheld: 'mulheres',
      medianRatio: null,
      meanRatio: null,
      adjusted: null,
      designEffect: 1,
    });
    const analysts = rowOf((await answer()).rows, '2');
    expect(analysts).toMatchObject({
      women: { count: 3, median: null, mean: null },
      men: { count: 5, median: 6000, mean: 6600 },
      // With the men's 6,000, a ratio would disclose the women's median.
      withheld: 'mulheres',
      medianRatio: null,
      meanRatio: null,
      adjusted: null,
    });
  });

  test.each([
    [{ empregados: 'todos' }, 11],
    [{ empregados: 'ate-99' }, 1],
    [{ empregados: '1000+' }, 0],
    [{ secao: 'G' }, 10],
    [{ secao: 'C' }, 0],
    [{ cnaes: ['4781400'] }, 10],
    [{ uf: 'SP' }, 10],
    [{ uf: 'PE' }, 0],
    [{ periodoInicio: '202307', periodoFim: '202307' }, 10],
    [{ periodoFim: '202306' }, 0],
  ])('%j finds the women it means', async (filters, count) => {
    expect((await answer(filters)).whole.women.count).toBe(count);
  });

  test('an invalid value is refused with its field', async () => {
    for (const [payload, field] of [
      [{ grupo: '52' }, 'grupo'],
      [{ empregados: '7' }, 'empregados'],
      [{ uf: 'XX' }, 'uf'],
      [{ periodoInicio: '202308', periodoFim: '202307' }, 'periodoFim'],
    ] as const) {
      const refused = await send(payload);
      expect([refused.statusCode, refused.json().field]).toEqual([400, field]);
    }
    expect((await send({ raca: '2' })).statusCode).toBe(400);
    expect((await send({ grupo: '599' })).json()).toEqual({
      code: 'unknown_group',
      message: 'Não há grupo com o código 599 na CBO.',
    });
    expect((await send({}, null)).statusCode).toBe(401);
  });

  test('race is only for clients and administrators, of the requested group, and audited', async () => {
    expect((await races('VIEWER', {})).json()).toMatchObject({
      code: 'forbidden',
      message: 'Seu papel não permite ver raça/cor. Peça outro papel a um administrador.',
    });
    // All five women of the group are of race 1, and the same screen shows their pay: 1,700.00.
    expect((await answer({ grupo: '5' })).whole.women).toMatchObject({ count: 5, mean: 1700 });
    for (const refused of [
      await races('CLIENT', { grupo: '5' }),
      await races('CLIENT', { grupo: '5' }),
    ]) {
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'too_few_records']);
      expect(refused.body).not.toContain('"race"');
    }
    const all = EqualityRaces.parse((await races('CLIENT', {})).json());
    expect(all.rows.map(({ race, women: { count } }) => [race, count])).toEqual([
      ['1', 7],
      ['4', 3],
    ]);
    // A race filter requires thirty records.
    expect(all.rows[0]).toMatchObject({
      women: { count: 7, median: null, mean: null },
      men: { count: 15, median: null, mean: null },
      medianRatio: null,
      meanRatio: null,
      adjusted: null,
    });
    const entries = await installation.store.db
      .selectFrom('audit_log')
      .select(['details'])
      .where('action', '=', 'records.sensitive_read')
      .orderBy('number')
      .execute();
    expect(entries.map(({ details }) => JSON.parse(details))).toEqual([
      {
        question: expect.stringMatching(
          /^Igualdade por raça\/cor · grupo 5 da CBO · 100 ou mais empregados · /,
        ),
      },
      { question: expect.stringMatching(/^Igualdade por raça\/cor · 100 ou mais empregados · /) },
    ]);
  });

  test('a record without an occupation is of no grande grupo, by race too', async () => {
    const result = EqualityRaces.parse((await races('CLIENT', { grupo: '9' })).json());
    expect(result.rows).toEqual([]);
  });

  test('the figures of a named release do not change', async () => {
    const before = await answer();
    const number = before.release?.number ?? 0;
    await installation.loadApproved(
      await officialFile('CAGEDMOV202307.txt', 'MOV', [...lines, ...women([9000, 9000], shop)]),
    );
    const after = await answer({ periodoInicio: '202307', periodoFim: '202307' });
    expect([after.whole.women.count, after.release?.number]).toEqual([12, number + 1]);
    const named = await answer({ release: number });
    expect(named).toEqual(before);
    expect([named.whole.women.count, named.release?.number]).toEqual([10, number]);
    expect((await send({ release: 99 })).json()).toMatchObject({
      code: 'unknown_release',
      field: 'release',
    });
  });

  test('the armed forces are the grande grupo 0, and lines without an occupation are in none', async () => {
    const august = { month: '202308', declared_month: '202308' };
    const officer = { ...august, cbo: '010205' };
    const mechanic = { ...august, cbo: '911305' };
    await installation.load(
      await officialFile('CAGEDMOV202308.txt', 'MOV', [
        // From 3,000 to 3,290 and from 4,000 to 4,300.
        ...women(rising(3000, 30), officer),
        ...men(rising(4000, 31), officer),
        ...women([2000, 2000, 2100, 2200, 2300], mechanic),
        ...men([2500, 2500, 2500, 2500, 2600], mechanic),
        ...women([9999, 9999], { ...august, cbo: '000000' }),
        ...women([9999, 9999], { ...august, cbo: '999999' }),
      ]),
    );
    const ofAugust = { periodoInicio: '202308', periodoFim: '202308' };
    const officers = { women: { count: 30, median: 3145 }, men: { count: 31, median: 4150 } };
    const { whole, rows } = await answer(ofAugust);
    expect([whole.women.count, whole.men.count]).toEqual([35, 36]);
    expect(rows.map(({ code }) => code)).toEqual(['0', '9']);
    expect(rowOf(rows, '0')).toMatchObject(officers);
    expect(rowOf(rows, '9').women).toMatchObject({ count: 5, median: 2100 });
    for (const [grupo, below] of [
      ['0', '010'],
      ['010', '0102'],
      ['0102', '010205'],
    ] as const) {
      const found = await answer({ ...ofAugust, grupo });
      expect(found.whole).toMatchObject(officers);
      expect(rowOf(found.rows, below)).toMatchObject(officers);
    }
    const ofRaces = EqualityRaces.parse(
      (await races('CLIENT', { ...ofAugust, grupo: '0' })).json(),
    );
    expect(ofRaces.rows).toMatchObject([{ race: '1', ...officers }]);
  });
});
