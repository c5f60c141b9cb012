import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { minRecordsOf } from './min-records.ts';
import { requireWideSelection } from './salary-bound.ts';
import { isPublishable } from './suppressed-answer.ts';
import { suppressedBytes } from './suppressed-records.ts';

test('five records are published, thirty by race or disability', () => {
  expect([0, 4, 5].map((count) => isPublishable(count, 5))).toEqual([false, false, true]);
  expect([5, 29, 30].map((count) => isPublishable(count, 30))).toEqual([false, false, true]);
  const no = { race: null, disabilities: null };
  const queries = [no, { ...no, race: 1 }, { ...no, disabilities: [2] }];
  expect(queries.map(minRecordsOf)).toEqual([5, 30, 30]);
});

test('a salary bound needs five records without it, or none', () => {
  for (const before of [1, 4])
    expect(() => requireWideSelection(before, 5)).toThrow('menos de 5 registros');
  for (const before of [0, 5]) expect(() => requireWideSelection(before, 5)).not.toThrow();
});

const passedOf = (minRecords: 5 | 30, ...chunks: string[]) =>
  text(suppressedBytes(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), minRecords));
const passed = (...chunks: string[]) => passedOf(5, ...chunks);

test('written records pass once there are five, in chunks of any size', async () => {
  expect(await passed('a\nb\n', 'c\nd', '\ne\n', 'f\n')).toBe('a\nb\nc\nd\ne\nf\n');
  expect(await passed('a\nb\nc\nd\ne\n')).toBe('a\nb\nc\nd\ne\n');
  expect(await passed()).toBe('');
  await expect(passed('a\nb\n', 'c\nd\n')).rejects.toMatchObject({ status: 422 });
  for (const minRecords of [5, 30] as const)
    await expect(passedOf(minRecords, 'a\n')).rejects.toThrow(`menos de ${minRecords} registros`);
});
