import { describe, expect, test } from 'vitest';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { rankedSalaries } from '../../../../tests/support/planted-towns.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { otherStates } from '../../query/dimensions.ts';
import type { Release } from '../../query/release.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { monthLater } from '../../../../shared/codes/months.ts';
import { lastBuiltInInpc } from '../../../reference/inpc.ts';
import { sectorPanel } from './employers.ts';
import { familyPanel } from './family.ts';
import { genderPanel } from './people.ts';
import { regionalPanel } from './regional.ts';
import { trendPanel } from './trend.ts';

/** Records R$ 10,00 apart, from R$ 1.000,00 on. */
function group(count: number) {
  const salaries = Array.from({ length: count }, (_, at) => 100_000 + 1000 * at);
  return {
    ...rankedSalaries(salaries),
    total: BigInt(salaries.reduce((sum, salary) => sum + salary, 0)),
  };
}
const groupsOf = (counts: Readonly<Record<number, number>>) =>
  new Map(Object.entries(counts).map(([key, count]) => [Number(key), group(count)]));

const query = (filters: object, release: Release = julyRelease) =>
  resolveQuery(SearchFilters.parse({ cbo: '521110', ...filters }), release);

const section = (letter: string) => letter.charCodeAt(0);

describe('sectors', () => {
  const subclass = { cnaes: ['1011201'] };

  const sectionWith = (more: number) =>
    sectorPanel(query(subclass), groupsOf({ [section('C')]: 40 + more }), 40).sectors[0];

  test('of a filter by subclasses alone show a section with five records more, not with four', () => {
    expect(sectionWith(0)).toMatchObject({ suppressed: null, median: 1195 });
    expect(sectionWith(4)).toMatchObject({
      suppressed: 'protege_outro',
      median: null,
      average: null,
    });
    expect(sectionWith(5)).toMatchObject({ suppressed: null, median: 1220 });
  });

  test('of such a filter do not add up to the answer, so that a small one hides no mean', () => {
    const groups = groupsOf({ [section('C')]: 40, [section('G')]: 3 });
    const averages = (filters: object) =>
      sectorPanel(query(filters), groups, 40).sectors.map(({ average }) => average);
    expect(averages(subclass)).toEqual([1195, null]);
    expect(averages({})).toEqual([null, null]);
  });

  test('are a hundred subclasses at most, with the number of all, each with its own records', () => {
    const subclasses = Object.fromEntries(
      Array.from({ length: 101 }, (_, at) => [1_000_000 + at, 200 - at]),
    );
    const ofSection = query({ secao: 'C', cnaes: ['1000000'] });
    const panel = sectorPanel(ofSection, groupsOf(subclasses), 198);
    expect([panel.sectors.length, panel.total]).toEqual([100, 101]);
    // Two records more than the answer, but of other subclasses.
    expect(panel.sectors[0]).toMatchObject({ codigo: '1000000', count: 200, suppressed: null });
  });
});

test('occupations of the family that were not requested suppress no mean', () => {
  const { occupations } = familyPanel(query({}), 5211, groupsOf({ 521110: 40, 521125: 3 }));
  expect(occupations.map(({ average }) => average)).toEqual([1195, null]);
  const whole = query({ cbo: undefined, familiaCbo: '5211' });
  const all = familyPanel(whole, 5211, groupsOf({ 521110: 40, 521125: 3 })).occupations;
  expect(all.map(({ average }) => average)).toEqual([null, null]);
});

test('the municipalities of other states are none of the state’s', () => {
  const { municipalities } = regionalPanel(query({ uf: 'SP' }), {
    states: groupsOf({ 35: 40, 31: 50 }),
    towns: groupsOf({ 355030: 40, [otherStates]: 50 }),
    regions: groupsOf({ 350001: 40 }),
    country: groupsOf({ 0: 90 }),
    selected: 40,
  });
  expect(municipalities?.places.map(({ codigo, share }) => [codigo, share])).toEqual([
    ['355030', 1],
  ]);
});

const effectOf = (designEffect: number) => ({
  ...julyRelease,
  designEffects: new Map([[5211, designEffect]]),
});

describe('the sexes', () => {
  const sexes = groupsOf({ 1: 40, 3: 50 });

  const intervalOf = (designEffect: number) =>
    genderPanel(query({}, effectOf(designEffect)), sexes).genders[0]?.medianInterval;

  test('have intervals by the design effect of the family', () => {
    // 20 − 0.98 · √40 = 13.8 and 20 − 0.98 · √160 = 7.6: the 14th and the 8th of 40, and as far from the end.
    expect(intervalOf(1)).toEqual({ lower: 1130, upper: 1260 });
    expect(intervalOf(4)).toEqual({ lower: 1070, upper: 1320 });
  });

  test('are compared in reais, and as a percentage of the median of men', () => {
    // 1.045 of women and 1.195 of men.
    const { gap } = genderPanel(query({}), groupsOf({ 1: 40, 3: 10 }));
    expect(gap).toMatchObject({ women: 1045, men: 1195, difference: -150 });
    expect(gap?.percent).toBeCloseTo((100 * -150) / 1195, 10);
    // Zou and Donner: the intervals are 1.010 to 1.080 and 1.130 to 1.260.
    expect(gap?.interval?.lower).toBeCloseTo(-150 - Math.hypot(35, 65), 1);
    expect(gap?.interval?.upper).toBeCloseTo(-150 + Math.hypot(35, 65), 1);
    expect(genderPanel(query({}), groupsOf({ 1: 40, 3: 4 })).gap).toBeNull();
    expect(genderPanel(query({}), groupsOf({ 1: 4, 3: 40 })).gap).toBeNull();
  });

  test('of one salary are compared without an interval', () => {
    const same = Array.from({ length: 40 }, () => 151_800);
    const heaped = { ...rankedSalaries(same), total: 40n * 151_800n };
    const groups = new Map([
      [1, heaped],
      [3, group(40)],
    ]);
    expect(genderPanel(query({}), groups).gap).toMatchObject({
      difference: -323,
      interval: null,
    });
  });

  test('are not compared in incomplete data', () => {
    const lateOnly: Release = { ...julyRelease, files: [{ kind: 'FOR', month: '202307' }] };
    const panel = genderPanel(query({}, lateOnly), sexes);
    expect(panel).toMatchObject({ isComparable: false, gap: null });
    expect(genderPanel(query({}), sexes)).toMatchObject({ isComparable: true });
    expect(genderPanel(query({}), sexes).gap?.difference).toBe(50);
  });
});

describe('the trend', () => {
  const release: Release = {
    ...julyRelease,
    months: ['202305', '202306', '202307'],
    firstMonth: '202305',
    files: [
      { kind: 'FOR', month: '202305' },
      { kind: 'MOV', month: '202306' },
      { kind: 'MOV', month: '202307' },
    ],
  };
  const asked = { periodoInicio: '202306', periodoFim: '202307' };
  const groups = groupsOf({ 202305: 40, 202306: 4, 202307: 40 });

  const comparableMonths = (filters: object) =>
    trendPanel(query(filters, release), groups).months.map(({ isComparable }) => isComparable);

  test('compares months with a main file, and none of an incomplete period', () => {
    expect(comparableMonths(asked)).toEqual([false, true, true]);
    expect(comparableMonths({ ...asked, periodoInicio: '202305' })).toEqual([false, false, false]);
  });

  test('has real figures of what it shows, and the interval in real money too', () => {
    const months = ['202304', '202305', '202306', '202307'];
    const whole: Release = {
      ...release,
      months,
      files: months.map((month) => ({ kind: 'MOV', month })),
    };
    const [april, may, june] = trendPanel(
      query({ ...asked, periodoInicio: '202305' }, whole),
      groupsOf({ 202304: 40, 202305: 30, 202306: 4, 202307: 40 }),
    ).months;
    expect(june).toMatchObject({ suppressed: 'poucos_registros', real: null });
    // The means of May and July would reveal that of June.
    expect(may).toMatchObject({ average: null, median: 1145, real: { average: null } });
    // INPC of May, June and July 2023: 0.36 %, −0.10 % and −0.09 %, together 1.00169406. The 14th and the 27th of 40.
    expect(april?.medianInterval).toEqual({ lower: 1130, upper: 1260 });
    expect(april?.real).toMatchObject({
      average: 1197.02,
      medianInterval: { lower: 1131.91, upper: 1262.13 },
    });
  });

  test('has no real figures of a month whose index is not known yet, and all quartiles of others', () => {
    const [last, next] = [lastBuiltInInpc, monthLater(lastBuiltInInpc, 1)];
    const { months, realMonth } = trendPanel(
      query(
        { periodoInicio: last, periodoFim: next },
        {
          ...release,
          months: [last, next],
          firstMonth: last,
          files: [last, next].map((month) => ({ kind: 'MOV', month })),
        },
      ),
      // Five records have no interval of the median.
      groupsOf({ [last]: 5, [next]: 40 }),
    );
    expect(realMonth).toBe(last);
    expect(months[0]).toMatchObject({
      medianInterval: null,
      real: { average: 1020, p25: 1010, median: 1020, p75: 1030, medianInterval: null },
    });
    expect(months[1]).toMatchObject({ median: 1195, real: null });
  });
});
