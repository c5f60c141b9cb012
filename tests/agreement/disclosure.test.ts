import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparedAnswer } from '../../server/answers/present/suppression/compared-answer.ts';
import type { EqualityRow } from '../../shared/contracts/equality.ts';
import type { GapParts } from '../../shared/contracts/equality.ts';
import { GapTally } from '../../shared/statistics/adjusted-gap.ts';
import { countOnly } from '../../shared/statistics/catalogue.ts';
import { noSums, sumsOf } from '../../shared/statistics/pay-ratio.ts';
import {
  attackedPanels,
  deferredAttack,
  movedBounds,
  movedFloor,
} from '../support/disclosure/deferred-attack.ts';
import { attackEqualityRequests } from '../support/disclosure/equality-requests.ts';
import { equalityAttack } from '../support/disclosure/equality-attack.ts';
import {
  comparedCounts,
  plantedAnswer,
  plantedEquality,
  plantedMonth,
  plantedRaces,
  type PlantedRecord,
} from '../support/disclosure/planted-month.ts';
import { attackEstimates } from '../support/disclosure/estimate-attack.ts';
import { comparisonAttack, plantedComparison } from '../support/disclosure/comparison-attack.ts';
import {
  attackedComparison,
  hostileComparisons,
} from '../support/disclosure/comparison-requests.ts';
import { plantedProduct, type PlantedProduct } from '../support/disclosure/planted-product.ts';
import { racesAttack } from '../support/disclosure/races-attack.ts';
import { attackMonths } from '../support/disclosure/run-attacks.ts';
import { nameOfRecords, searchAttack } from '../support/disclosure/search-attack.ts';

// `npm run bench -- disclosure` attacks 200 months.
test('linear programming over all numbers of a response recovers no suppressed group', () => {
  const { search, comparison, equality, races } = attackMonths('quick', 9);
  for (const attacks of [search, comparison, equality, races]) {
    expect(attacks.recovered).toEqual([]);
    expect(attacks.primary).toBeGreaterThan(20);
    expect(attacks.complementary).toBeGreaterThan(0);
  }
});

test('estimates give back no municipality with too few records, and do without its own', () => {
  const protectedOnes = attackEstimates('quick', 12);
  expect(protectedOnes.recovered).toEqual([]);
  expect(protectedOnes.primary).toBe(96);
  // If estimates used a municipality's few records, the attack would recover nearly all medians.
  expect(attackEstimates('quick', 12, 1).recovered.length).toBeGreaterThan(90);
});

let product: PlantedProduct;
beforeAll(async () => {
  product = await plantedProduct('quick');
});
afterAll(() => product.close());

// `npm run bench -- disclosure 200 --requests 60` runs more of both attacks.
test('the product gives back nothing in comparisons that a hostile analyst would make', async () => {
  let suppressed = 0;
  for (const queries of hostileComparisons.slice(0, 24)) {
    const { recovered, primary } = await attackedComparison(product, '202308', queries);
    expect({ queries, recovered }).toEqual({ queries, recovered: [] });
    suppressed += primary;
  }
  expect(suppressed).toBeGreaterThan(20);
});

test('nor in responses to requests of Igualdade', async () => {
  const attacked = await attackEqualityRequests(product, 'quick', 8);
  for (const attacks of [
    attacked.map(({ groups }) => groups),
    attacked.map(({ races }) => races),
  ]) {
    expect(attacks.flatMap(({ recovered }) => recovered)).toEqual([]);
    expect(attacks.reduce((sum, { primary }) => sum + primary, 0)).toBeGreaterThan(10);
  }
});

const inTwoMonths = { metodo: 'bruto', periodoInicio: '202307', periodoFim: '202308' };

test('nor in the panels on request beside a response', async () => {
  let suppressed = 0;
  for (const own of [
    {},
    { movimentacao: 'desligamento' },
    { movimentacao: 'todas', uf: 'SP' },
    { cbo: '521115' },
    { uf: 'RJ' },
    { genero: 'F', secao: 'C' },
  ]) {
    const filters = { ...inTwoMonths, ...own };
    const { answer, panels } = await attackedPanels(product, filters);
    const { recovered, primary } = deferredAttack(answer, filters, panels);
    expect({ own, recovered }).toEqual({ own, recovered: [] });
    suppressed += primary;
  }
  expect(suppressed).toBeGreaterThan(20);
});

test('nor where a salary bound or a typed floor moves by a centavo', async () => {
  const month = { ...inTwoMonths, periodoFim: '202307' };
  const separations = product.separations.get('202307') ?? [];
  const byKind = Map.groupBy(separations, ({ movement }) => movement);
  const few = [...byKind.values()].filter(({ length }) => length < 5).flat();
  const salaries = few.map(({ centavos }) => centavos);
  expect(salaries.length).toBeGreaterThan(0);
  expect(await movedBounds(product, month, salaries)).toEqual([]);
  const [own] = [...Map.groupBy(separations, ({ cbo }) => cbo)].filter(
    ([, { length }]) => length < 5,
  );
  if (own === undefined) throw new Error('Every occupation has enough separations.');
  const typed = own[1].map(({ centavos }) => centavos);
  const filters = { ...month, movimentacao: 'desligamento', cbo: String(own[0]) };
  expect(await movedFloor(product, filters, typed)).toEqual([]);
  // The same steps reveal a selection with enough records.
  expect(await movedFloor(product, { ...month, movimentacao: 'desligamento' }, typed)).toEqual(
    typed,
  );
});

test('the attack recovers a month with few records from a split that is not suppressed', async () => {
  const [few = [], many = []] = ['202307', '202308'].map((one) => product.records.get(one) ?? []);
  const inBoth = [...new Set(many.map(({ cbo }) => cbo))].map((cbo) => ({
    cbo: String(cbo),
    few: few.filter((one) => one.cbo === cbo),
    many: many.filter((one) => one.cbo === cbo),
  }));
  const found = inBoth.find(
    (one) => one.few.length > 0 && one.few.length < 5 && one.many.length >= 15,
  );
  if (found === undefined) throw new Error('Every occupation has enough records, or none.');
  const filters = { ...inTwoMonths, cbo: found.cbo };
  const { answer, panels } = await attackedPanels(product, filters);
  expect(panels.composition).toEqual({ mudanca: null, falta: 'poucos_registros' });
  expect(deferredAttack(answer, filters, panels).recovered).toEqual([]);
  const whole = await attackedPanels(product, inTwoMonths);
  const { mudanca } = whole.panels.composition;
  if (mudanca === null) throw new Error('There is no change.');
  const unprotected = {
    ...mudanca,
    // A month that is not in the response.
    de: '200001',
    registros_ate: found.many.length,
    media_ate: Math.round(mean(found.many) * 100) / 100,
  };
  expect(
    deferredAttack(answer, filters, {
      ...panels,
      composition: { falta: null, mudanca: unprotected },
    }).recovered,
  ).toContain(nameOfRecords({ ...filters, month: '202307' }));
});

/** Mean of some records in reais. */
const mean = (records: readonly { readonly centavos: number }[]) =>
  records.reduce((all, { centavos }) => all + centavos, 0) / records.length / 100;

test('the attack recovers a group of a search that is not protected', () => {
  const records = plantedMonth('d', 60);
  const answer = plantedAnswer(records, {});
  const genders = answer.panels?.gender.genders ?? [];
  // 42 men without a mean, 15 women, and three records without a sex.
  expect(genders.map(({ count, suppressed }) => [count, suppressed])).toEqual([
    [42, null],
    [15, null],
    [3, 'poucos_registros'],
  ]);
  expect(searchAttack(answer, {}).recovered).toEqual([]);
  const [men] = genders;
  if (men === undefined) throw new Error('There are no men.');
  Object.assign(men, { average: mean(records.filter(({ sex }) => sex === 1)) });
  expect(searchAttack(answer, {}).recovered).toEqual([nameOfRecords({ genero: 'null' })]);
});

test('the attack recovers the difference of two selections of a comparison that is not protected', () => {
  const records = plantedMonth('m5', 100);
  const queries = [{}, { genero: 'F' }, { genero: 'M' }];
  const { selections, parts } = plantedComparison(records, queries);
  // 26 women, 70 men, and 4 records without a sex: the total minus both sexes.
  expect(parts.find(({ members }) => members === 1)).toMatchObject({ positive: 4 });
  expect(selections.map(({ answer }) => answer.panels === null)).toEqual([false, false, true]);
  expect(comparisonAttack(selections, parts).recovered).toEqual([]);
  const unprotected = queries.map((filters) => ({
    filters,
    answer: comparedAnswer({
      ...plantedAnswer(records, filters),
      results: [],
      relaxed: [],
      nearby: [],
      estimate: null,
      suppressed: null,
      statistics: countOnly(0),
    }),
  }));
  expect(comparisonAttack(unprotected, parts).recovered).toContain('part 1');
});

test('the attack recovers a group of one selection from the means of groups of another', () => {
  const records = plantedMonth('m4', 400);
  // The groups of the first query have both sexes, those of the second query only women.
  const queries = [{ uf: 'SP' }, { uf: 'RJ', genero: 'F' }];
  const { selections, parts } = plantedComparison(records, queries);
  expect(comparisonAttack(selections, parts).recovered).toEqual([]);
  const withMeans = queries.map((filters) => ({
    filters,
    answer: plantedAnswer(records, filters),
  }));
  expect(comparisonAttack(withMeans, parts).recovered).toEqual([
    nameOfRecords({ genero: 'F', uf: 'RR' }),
  ]);
});

const sumsOfSex = (records: readonly PlantedRecord[], wanted: number) => {
  const salaries = records.filter(({ sex }) => sex === wanted).map(({ centavos }) => centavos);
  return salaries.length === 0 ? noSums : sumsOf(salaries);
};

const inReais = ({ composition, remainder }: GapParts) => ({
  composition: composition / 100,
  remainder: { ...remainder, difference: remainder.difference / 100 },
});

const isHidden = ({ adjusted }: EqualityRow) => adjusted !== null && adjusted.compared === null;

const replaced = (rows: readonly EqualityRow[], row: EqualityRow) =>
  rows.map((one) => (one.code === row.code ? row : one));

test('the attack recovers a group of Igualdade from a ratio and the pay of the other sex', () => {
  const records = plantedMonth('a', 200);
  const answer = plantedEquality(records, '5211');
  const counts = comparedCounts(records, '5211');
  const row = answer.rows.find(({ code }) => code === '521125');
  if (row === undefined) throw new Error('There is no such row.');
  expect([row.women.count, row.women.mean, row.men.count, row.meanRatio]).toEqual([
    4,
    null,
    11,
    null,
  ]);
  expect(equalityAttack(answer, counts).recovered).toEqual([]);
  const paid = (wanted: number) =>
    mean(records.filter(({ cbo, sex }) => cbo === 521_125 && sex === wanted));
  const rows = replaced(answer.rows, { ...row, meanRatio: paid(3) / paid(1) });
  expect(equalityAttack({ ...answer, rows }, counts).recovered).toContain('521125 women all');
});

test('the attack recovers four women without a pair from the amounts of the same work', () => {
  const records = plantedMonth('d', 1500);
  const answer = plantedEquality(records, '5211');
  const counts = comparedCounts(records, '5211');
  const row = answer.rows.find(({ code }) => code === '521115');
  if (row?.adjusted == null) throw new Error('Nothing is compared.');
  expect(row.women.count - row.adjusted.women).toBe(4);
  // Their row has no figure of the same work, and neither has one more row.
  expect(answer.rows.filter(isHidden).map(({ code }) => code)).toEqual(['521115', '521125']);
  expect(equalityAttack(answer, counts).recovered).toEqual([]);
  const cellOf = ({ cbo, schooling, age, uf, size }: (typeof records)[number]) =>
    [cbo, schooling, age, uf, size].join(' ');
  const ofRow = records.filter(({ cbo }) => cbo === 521_115);
  const tally = new GapTally();
  for (const own of Map.groupBy(ofRow, cellOf).values())
    tally.add({ women: sumsOfSex(own, 3), men: sumsOfSex(own, 1) });
  const gap = tally.gap?.compared;
  if (gap == null) throw new Error('Nothing is compared.');
  const compared = {
    outsideWomen: gap.outsideWomen / 100,
    outsideMen: gap.outsideMen / 100,
    matching: inReais(gap.matching),
    decomposition: inReais(gap.decomposition),
  };
  const result = { ...row, adjusted: { ...row.adjusted, compared } };
  const rows = replaced(answer.rows, result);
  expect(equalityAttack({ ...answer, rows }, counts).recovered).toContain('521115 women outside');
});

test('the races of a group reveal its mean, so that one of its rows protects four women', () => {
  const [record] = plantedMonth('a', 1);
  if (record === undefined) throw new Error('There is no record.');
  const paid = (count: number, cbo: number, centavos: number) =>
    Array.from({ length: count }, () => ({ ...record, sex: 3, cbo, centavos }));
  const records = [
    ...paid(4, 521_110, 200_000),
    ...paid(28, 521_115, 300_000),
    ...paid(29, 521_125, 400_000),
  ].map((one, index) => ({ ...one, race: index % 2 === 0 ? '1' : '3' }));
  const answer = plantedEquality(records, '5211');
  const races = plantedRaces(records, '5211').rows;
  expect(races.map(({ women }) => women.count)).toEqual([31, 30]);
  // 4 × 2,000 + 28 × 3,000 + 29 × 4,000 = 208,000 reais of 61 women.
  expect([answer.whole, ...answer.rows].map(({ women }) => women.mean)).toEqual([
    3409.84,
    null,
    null,
    4000,
  ]);
  expect(racesAttack(answer, races).recovered).toEqual([]);
  const rows = answer.rows.map((row) =>
    row.code === '521115' ? { ...row, women: { ...row.women, mean: 3000 } } : row,
  );
  const whole = { ...answer.whole, women: { ...answer.whole.women, mean: null } };
  expect(racesAttack({ whole, rows }, races).recovered).toEqual(['women in 521110']);
});
