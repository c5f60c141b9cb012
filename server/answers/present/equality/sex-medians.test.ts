import { afterAll, beforeAll, expect, test } from 'vitest';
import { EqualityQuery } from '../../../../shared/contracts/equality.ts';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../../tests/support/official-file.ts';
import { currentRelease } from '../../../platform/store/current-release.ts';
import { readableRelease } from '../../query/release.ts';
import { equalitySelection, type EqualityAxis } from './equality-selection.ts';
import { sexMedians } from './sex-medians.ts';

/** People of a sex whose salaries in reais ascend by one. */
const people = (sex: string, cbo: string, count: number, from: number): LineFields[] =>
  Array.from({ length: count }, (_, index) => ({ sex, cbo, salary: `${from + index},00` }));

let installation: Installation;
beforeAll(async () => {
  installation = await newInstallation();
  await installation.load(
    await officialFile('CAGEDMOV202307.txt', 'MOV', [
      ...people('3', '521110', 90, 2001),
      ...people('1', '521110', 60, 3001),
      ...people('3', '411010', 60, 1001),
      ...people('1', '411010', 29, 1501),
    ]),
  );
});
afterAll(() => installation.close());

/** The medians with their intervals in reais, by group or race. */
async function mediansOf(effects: readonly [number, number][], axis: EqualityAxis, grupo?: string) {
  const release = {
    ...readableRelease(await currentRelease(installation.store)),
    designEffects: new Map(effects),
  };
  const query = EqualityQuery.parse({ empregados: 'todos', grupo });
  const selection = equalitySelection(query, release);
  const medians = await sexMedians(installation.warehouse, selection, axis, {});
  return Object.fromEntries(
    [...medians].map(([code, { F, M }]) => [
      code,
      [F, M].map(({ median, medianInterval }) =>
        [medianInterval?.lower, median, medianInterval?.upper].map((pay) =>
          pay == null ? null : pay / 100,
        ),
      ),
    ]),
  );
}

const effects: [number, number][] = [
  [0, 2.5],
  [5211, 1.5],
];

test('each group has the intervals of its own design effect', async () => {
  // Ranks ½n − 0.98·√(deff·n), rounded up: 34 of 90 and 21 of 60 at 1.5; 31 of 90, 57 of 150 and 30 of 89 at 2.5.
  const family = [
    [2034, 2045.5, 2057],
    [3021, 3030.5, 3040],
  ];
  // 60 women at 2.5 are 24 independent ones; so are 60 men.
  const wide = [
    [2031, 2045.5, 2060],
    [null, 3030.5, null],
  ];
  const few = [
    [null, 1030.5, null],
    [null, 1515, null],
  ];
  const all = [
    [1057, 2015.5, 2034],
    [3001, 3016, 3031],
  ];
  expect(await mediansOf(effects, 'occupation')).toEqual({
    '': all,
    '5': wide,
    '521': wide,
    '5211': family,
    '521110': family,
    '4': few,
    '411': few,
    '4110': few,
    '411010': few,
  });
  // Everyone has the race of the default line.
  expect(Object.values(await mediansOf(effects, 'race'))).toEqual([all]);
  expect(Object.values(await mediansOf(effects, 'race', '5211'))).toEqual([family]);
  expect(Object.values(await mediansOf(effects, 'race', '521'))).toEqual([wide]);
});

test('independent records have the binomial interval, from thirty', async () => {
  // The largest l with P(X < l) ≤ 2.5 % for X ~ Binomial(n, ½): 22 of 60, and 36 of 90.
  expect(await mediansOf([], 'occupation')).toMatchObject({
    '521110': [
      [2036, 2045.5, 2055],
      [3022, 3030.5, 3039],
    ],
    '411010': [
      [1022, 1030.5, 1039],
      [null, 1515, null],
    ],
  });
});
