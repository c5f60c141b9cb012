import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../demonstration/random.ts';
import { countRows } from './count-rows.ts';
import type { CountingPlan, GroupingPlan } from './plan.ts';
import { UncountableRowsError } from './uncountable.ts';
import { wantedRanks } from './wanted-ranks.ts';

interface Row {
  readonly weight: number;
  readonly pay: number;
  readonly traits: number;
  readonly passes: number;
}

const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];

const column = (name: string, type: string, values: ArrayBufferView) => [
  ...text(name),
  ...text(type),
  ...new Uint8Array(values.buffer),
];

/** One block of ClickHouse's Native format. */
function block(rows: readonly Row[]): Uint8Array {
  const length = [];
  for (let left = rows.length; ; left = Math.floor(left / 128)) {
    length.push((left % 128) + (left >= 128 ? 128 : 0));
    if (left < 128) break;
  }
  return Uint8Array.from([
    4,
    ...length,
    ...column(
      'weight',
      'Int8',
      Int8Array.from(rows, ({ weight }) => weight),
    ),
    ...column(
      'pay',
      'UInt32',
      Uint32Array.from(rows, ({ pay }) => pay),
    ),
    ...column(
      'traits',
      'UInt32',
      Uint32Array.from(rows, ({ traits }) => traits),
    ),
    ...column(
      'passes',
      'UInt8',
      Uint8Array.from(rows, ({ passes }) => passes),
    ),
  ]);
}

const bytesOf = (...blocks: readonly (readonly Row[])[]) => Buffer.concat(blocks.map(block));

const grouping = (leavesOut: number, shift: number, mask: number): GroupingPlan => ({
  name: 'state',
  column: 'traits',
  shift,
  mask,
  leavesOut,
});

const planOf = (own: GroupingPlan, everyFilter = 0): CountingPlan => ({
  groupings: [own],
  everyFilter,
  hasDistribution: true,
  mostRows: 100_000,
});

/** The salaries of rows one by one, ascending, those taken away left out. */
function salaries(rows: readonly Row[]): number[] {
  const left = rows.filter(({ weight }) => weight === 1).map(({ pay }) => pay);
  for (const { pay } of rows.filter(({ weight }) => weight === -1))
    left.splice(left.indexOf(pay), 1);
  return left.toSorted((a, b) => a - b);
}

function someRows(count: number, pays: readonly number[]): Row[] {
  const random = seededRandom(`rows ${count}`);
  const below = (limit: number) => Math.floor(random() * limit);
  const rows = Array.from({ length: count }, () => ({
    weight: 1,
    pay: pays[below(pays.length)] ?? 0,
    traits: below(40) * 8 + below(8),
    passes: below(4),
  }));
  const taken = rows.filter(() => random() < 0.1).map((row) => ({ ...row, weight: -1 }));
  return [...rows, ...taken].toSorted((a, b) => a.traits - b.traits || a.weight - b.weight);
}

function expectGroups(rows: readonly Row[], plan: GroupingPlan, everyFilter: number): void {
  const half = Math.floor(rows.length / 3);
  const quarter = Math.floor(half / 2);
  const pieces = [
    bytesOf(rows.slice(0, quarter), rows.slice(quarter, half)),
    bytesOf(),
    bytesOf(rows.slice(half)),
  ];
  const counted = countRows(pieces, planOf(plan, everyFilter));
  const needed = everyFilter & ~plan.leavesOut;
  const inGroups = Map.groupBy(
    rows.filter(({ passes }) => (passes & needed) === needed),
    ({ traits }) => (traits >>> plan.shift) & plan.mask,
  );
  const expected = [...inGroups]
    .map(([key, own]) => ({ key, sorted: salaries(own) }))
    .filter(({ sorted }) => sorted.length > 0)
    .toSorted((a, b) => a.key - b.key);
  const groups = counted.groups.get('state') ?? [];
  expect(groups.map(({ key, records }) => [key, records])).toEqual(
    expected.map(({ key, sorted }) => [key, sorted.length]),
  );
  for (const [index, { total, picked }] of groups.entries()) {
    const sorted = expected[index]?.sorted ?? [];
    expect(total).toBe(sorted.reduce((sum, pay) => sum + BigInt(pay), 0n));
    for (const rank of wantedRanks(sorted.length)) {
      const found = picked.find(([, first, last]) => rank >= first && rank <= last);
      expect(found?.[0], `rank ${rank} of ${sorted.length}`).toBe(sorted[rank - 1]);
    }
  }
  const all = salaries(rows.filter(({ passes }) => (passes & everyFilter) === everyFilter));
  expect(
    [...(counted.distribution?.centavos ?? [])].flatMap((pay, place) =>
      Array.from({ length: counted.distribution?.counts[place] ?? 0 }, () => pay),
    ),
  ).toEqual(all);
}

const few = [132_000, 150_000, 152_050, 4_194_303, 4_194_304, 90_000_000];
const many = Array.from({ length: 5000 }, (_, step) => 100_000 + step * 7);

describe.each([
  ['few salaries, a counter for each', someRows(3000, few)],
  ['many salaries, sorted', someRows(3000, many)],
  ['a handful of rows', someRows(7, many)],
])('%s', (_, rows) => {
  test('counts every group, and takes away what exclusions cancel', () => {
    expectGroups(rows, grouping(0, 3, 63), 0);
  });

  test('leaves out the filter that a grouping is about, and no other', () => {
    expectGroups(rows, grouping(2, 0, 7), 3);
    expectGroups(rows, grouping(0, 3, 63), 3);
  });

  test('groups by whole columns of any size', () => {
    expectGroups(rows, grouping(0, 0, 0xff_ff_ff_ff), 0);
  });
});

test('answers nothing of no rows', () => {
  const counted = countRows([new Uint8Array()], planOf(grouping(0, 0, 7)));
  expect(counted).toEqual({
    distribution: { centavos: new Uint32Array(), counts: new Int32Array() },
    groups: new Map([['state', []]]),
  });
});

test('refuses a salary that the column cannot hold, and more rows than it may have', () => {
  const row = { weight: 1, pay: 1, traits: 1, passes: 0 };
  const beyond = bytesOf([{ ...row, pay: 4_294_967_295 }]);
  expect(() => countRows([beyond], planOf(grouping(0, 0, 7)))).toThrow(UncountableRowsError);
  const large = { ...row, pay: 4_294_967_294 };
  const manyLarge = bytesOf(Array.from({ length: 100 }, () => large));
  expect(countRows([manyLarge], planOf(grouping(0, 0, 7))).groups.get('state')?.[0]?.total).toBe(
    429_496_729_400n,
  );
  const two = { ...planOf(grouping(0, 0, 7)), mostRows: 1 };
  expect(() => countRows([bytesOf([row, row])], two)).toThrow(UncountableRowsError);
});
