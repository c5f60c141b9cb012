import { expect, test } from 'vitest';
import { suppressedSelections } from './compared-selections.ts';

/** Parts by the letters of the selections that count them. */
const partsOf = (records: Readonly<Record<string, number>>) =>
  Object.entries(records).map(([letters, positive]) => ({
    members: letters.split('').reduce((sum, letter) => sum + 2 ** 'abcde'.indexOf(letter), 0),
    positive,
    negative: 0,
  }));
const suppressed = (records: Readonly<Record<string, number>>, selections: number) =>
  suppressedSelections(
    partsOf(records),
    Array.from({ length: selections }, () => 5 as const),
  );

test.each([
  ['within the first, all but four', { ab: 20, a: 4 }, [false, true]],
  ['within the first, all but five', { ab: 20, a: 5 }, [false, false]],
  ['the first and four more', { ab: 20, b: 4 }, [false, true]],
  ['one record out and a thousand in', { ab: 20, a: 1, b: 1000 }, [false, true]],
  ['the same records', { ab: 20 }, [false, false]],
  ['no record in common', { a: 20, b: 5 }, [false, false]],
  ['too few records of its own', { ab: 4, a: 4 }, [false, false]],
  ['just enough records of its own', { ab: 5, a: 4 }, [false, true]],
])('a second selection: %s', (_, records, expected) => {
  expect(suppressed(records, 2)).toEqual(expected);
});

test('the parts of a whole that leave three records out', () => {
  expect(suppressed({ ab: 20, ac: 30, a: 3 }, 3)).toEqual([false, false, true]);
  expect(suppressed({ ab: 20, ac: 30, a: 5 }, 3)).toEqual([false, false, false]);
  // The parts alone reveal nothing about the records that they leave out.
  expect(suppressed({ a: 20, b: 30 }, 2)).toEqual([false, false]);
});

test('a third selection within the first, beside a second that shares nothing with them', () => {
  // The first minus the third gives 4 records, whatever the second has.
  expect(suppressed({ ac: 20, a: 4, b: 50 }, 3)).toEqual([false, false, true]);
});

test('parts of a whole that overlap leave three records out', () => {
  // The whole has 34 records, the parts 17 and 19 with 5 in common: whole - part - part = 3 records - 5 records.
  expect(suppressed({ abc: 5, ab: 12, ac: 14, a: 3 }, 3)).toEqual([false, false, true]);
  expect(suppressed({ abc: 3, ab: 14, ac: 14, a: 5 }, 3)).toEqual([false, false, true]);
  expect(suppressed({ abc: 5, ab: 12, ac: 14, a: 5 }, 3)).toEqual([false, false, false]);
});

test('a suppressed selection protects itself and no other', () => {
  // Of three nested selections the second differs by 4 from the first, the third by 8 from it and by 4 from the second.
  expect(suppressed({ abc: 20, ab: 4, a: 4 }, 3)).toEqual([false, true, false]);
});

test('with race or disability in either selection, thirty records', () => {
  const parts = partsOf({ ab: 200, a: 29 });
  expect(suppressedSelections(parts, [5, 30])).toEqual([false, true]);
  expect(suppressedSelections(parts, [5, 5])).toEqual([false, false]);
  expect(suppressedSelections(partsOf({ ab: 200, a: 30 }), [5, 30])).toEqual([false, false]);
});

test('selections without a common record reveal nothing of each other, whatever their minimum', () => {
  // 20 people of a town, and 50 of one race in another: the first 20 records are published by themselves.
  expect(suppressedSelections(partsOf({ a: 20, b: 50 }), [5, 30])).toEqual([false, false]);
  // A third selection within the first changes nothing.
  expect(suppressedSelections(partsOf({ ac: 10, a: 10, b: 50 }), [5, 30, 5])).toEqual([
    false,
    false,
    false,
  ]);
  // Through a common third one, the first and the last may reveal records together.
  expect(suppressedSelections(partsOf({ ac: 40, bc: 40, c: 20 }), [30, 30, 5])).toEqual([
    false,
    false,
    true,
  ]);
});

const signedParts = (positive: number, negative: number) => [
  { members: 3, positive: 50, negative: 0 },
  { members: 1, positive, negative },
];

test('records that one series has and the other cancels count by their sign', () => {
  expect(suppressedSelections(signedParts(9, 3), [5, 5])).toEqual([false, true]);
  expect(suppressedSelections(signedParts(9, 6), [5, 5])).toEqual([false, false]);
  expect(suppressedSelections(signedParts(0, 6), [5, 5])).toEqual([false, false]);
});

test('a selection whose cancelled records leave it too few has no figures, and reveals nothing', () => {
  const parts = [
    { members: 1, positive: 20, negative: 0 },
    { members: 3, positive: 6, negative: 3 },
  ];
  expect(suppressedSelections(parts, [5, 5])).toEqual([false, false]);
});

test('the cancelled records of a selection that is subtracted are added', () => {
  // The sum of both has 59 records and 13 cancelled ones, the second minus the first 3 and 9.
  const parts = [
    { members: 3, positive: 50, negative: 10 },
    { members: 1, positive: 9, negative: 3 },
  ];
  expect(suppressedSelections(parts, [5, 5])).toEqual([false, true]);
});
