import { isValidCnae } from '@brazilian-utils/brazilian-utils/is-valid-cnae';
import { expect, test } from 'vitest';
import { occupationTitle } from '../reference/occupations.ts';
import { states } from '../reference/states.ts';
import { demonstrationOccupation, fileCode } from './catalogue.ts';
import { occupationRows } from './occupations.ts';
import { placeRows } from './places.ts';

test('every state has places', () => {
  expect(placeRows.map(([uf]) => uf)).toEqual(states.map(({ sigla }) => sigla));
});

test('occupations and activities are of the official tables', () => {
  const codes = occupationRows.map(([code]) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => !occupationTitle(code))).toEqual([]);
  const subclasses = new Set(occupationRows.flatMap((row) => row[7].split(' ')));
  expect([...subclasses].filter((subclass) => !isValidCnae(subclass))).toEqual([]);
});

test('codes lose their leading zeros in the files', () => {
  expect(fileCode('031210')).toBe('31210');
  expect(demonstrationOccupation('031210').fileCode).toBe('31210');
  expect(() => demonstrationOccupation('31210')).toThrow(RangeError);
});
