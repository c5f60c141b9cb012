import { expect, test } from 'vitest';
import { OfficialFigureImport } from './integrity.ts';
import { countingNumber, seenVersion } from './people-fields.ts';
import { ResumableMetadata } from './resumable.ts';
import { OwnSalary, ReleaseNumber } from './search.ts';
import { ApproveUpload } from './uploads.ts';

const page = countingNumber(200, 'De 1 a 200.');
const approves = (comparedWith: unknown) => ApproveUpload.safeParse({ comparedWith }).success;
const isSalary = (reais: number) => OwnSalary.safeParse(reais).success;
const named = (filename: string) => ResumableMetadata.safeParse({ filename }).success;

test.each([1, 200, '1', '200', '007'])('%o is a number from 1 to 200', (value) => {
  expect(page.parse(value)).toBe(Number(value));
});

test.each([
  [[50]],
  [true],
  [null],
  [''],
  [' 5 '],
  ['1e2'],
  ['0x10'],
  [0],
  [201],
  [1.5],
  [{}],
  ['-1'],
])('%o is none', (value) => {
  expect(page.safeParse(value).error?.issues[0]?.message).toBe('De 1 a 200.');
});

test('a release is a number, not a list of one nor true', () => {
  expect([ReleaseNumber.parse(3), ReleaseNumber.parse('3'), ReleaseNumber.parse('')]).toEqual([
    3,
    3,
    undefined,
  ]);
  for (const value of [[1], true, {}, '1.5'])
    expect(ReleaseNumber.safeParse(value).success).toBe(false);
});

test('no number goes in that a column of every app database would not hold', () => {
  expect(seenVersion.safeParse(2_147_483_647).success).toBe(true);
  expect(seenVersion.safeParse(2_147_483_648).success).toBe(false);
  expect([null, 5, 1.5, 0, 2_147_483_648].map(approves)).toEqual([true, true, false, false, false]);
  const figure = { edition: '202601', month: '202601', series: 'declarada', source: 'tabela' };
  const isFigure = (rest: object) => OfficialFigureImport.safeParse({ ...figure, ...rest }).success;
  expect(isFigure({ admissions: 2_000_000, nominalWage: 2100.5 })).toBe(true);
  expect(isFigure({ nominalWage: 1e300 })).toBe(false);
  expect(isFigure({ nominalWage: 0.004 })).toBe(false);
  expect(isFigure({ admissions: Number.MAX_SAFE_INTEGER })).toBe(false);
});

test('a salary that rounds to no centavo is no salary', () => {
  expect([0.01, 1518, 0.004, 0, -1].map(isSalary)).toEqual([true, true, false, false, false]);
});

test('a name of a file has no character that no one sees', () => {
  expect(named('CAGEDMOV202601 (1) – cópia.txt')).toBe(true);
  for (const name of ['a\0.txt', 'a\r\nb.txt', '\u202Etxt.7z']) expect(named(name)).toBe(false);
});
