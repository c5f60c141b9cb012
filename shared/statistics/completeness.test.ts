import { expect, test } from 'vitest';
import {
  completenessOf,
  incompleteSelectionsTitle,
  incompleteTitle,
  isIncomplete,
  type FileOfMonth,
} from './completeness.ts';

const files = (kind: FileOfMonth['kind'], ...months: string[]) =>
  months.map((month) => ({ kind, month }));

test('is complete where each month of the query has its MOV file, whatever else is there', () => {
  const all = [...files('MOV', '202212', '202301'), ...files('FOR', '202301')];
  const complete = completenessOf({ from: '202212', to: '202301' }, all);
  expect(complete).toEqual({ state: 'complete', months: 2, withoutMov: [] });
  expect(isIncomplete(complete)).toBe(false);
  expect(incompleteTitle(complete)).toBeNull();
});

test('is partial with one month missing, over the turn of a year and with no file of that month at all', () => {
  const some = [...files('MOV', '202211', '202302'), ...files('FOR', '202212', '202302')];
  const partial = completenessOf({ from: '202211', to: '202302' }, some);
  expect(partial).toEqual({ state: 'partial', months: 4, withoutMov: ['202212', '202301'] });
  expect(isIncomplete(partial)).toBe(true);
  expect(incompleteTitle(partial)).toBe(
    'Dados incompletos: falta o arquivo principal (MOV) de 2 dos 4 meses',
  );
  // The same files are complete for a query of one month that has its file.
  expect(completenessOf({ from: '202302', to: '202302' }, some).state).toBe('complete');
});

test('is late only where no month has its MOV file', () => {
  const late = [...files('FOR', '202301', '202302'), ...files('EXC', '202302')];
  const two = completenessOf({ from: '202301', to: '202302' }, late);
  expect(two).toEqual({ state: 'late_only', months: 2, withoutMov: ['202301', '202302'] });
  expect(incompleteTitle(two)).toBe(
    'Dados incompletos: falta o arquivo principal (MOV) dos 2 meses',
  );
  const one = completenessOf({ from: '202302', to: '202302' }, late);
  expect(incompleteTitle(one)).toBe('Dados incompletos: falta o arquivo principal (MOV) do mês');
});

test('counts months up to the last published file and no further', () => {
  const all = files('MOV', '202301', '202302');
  expect(completenessOf({ from: '202302', to: '209912' }, all)).toEqual({
    state: 'complete',
    months: 1,
    withoutMov: [],
  });
  expect(completenessOf({ from: '202303', to: '202304' }, all).months).toBe(0);
  // The last month counts wherever it is in the list.
  expect(completenessOf({ from: '202301', to: '202312' }, all.toReversed()).months).toBe(2);
  // Also before the first file: the query has those months and they are not loaded.
  expect(completenessOf({ from: '202212', to: '202301' }, all).withoutMov).toEqual(['202212']);
});

test('is complete where nothing is loaded, and without a period', () => {
  const nothing = { state: 'complete', months: 0, withoutMov: [] };
  expect(completenessOf({ from: '202301', to: '202301' }, [])).toEqual(nothing);
  expect(completenessOf(null, files('FOR', '202301'))).toEqual(nothing);
});

const of = (label: string, to: string) => ({
  label,
  completeness: completenessOf({ from: '202301', to }, files('MOV', '202301', '202304')),
});

test('names the selections that are incomplete, unless all lack the same', () => {
  const [complete, one, two] = [of('A', '202301'), of('B', '202302'), of('C', '202303')];
  expect(incompleteSelectionsTitle([complete, of('B', '202301')])).toBeNull();
  expect(incompleteSelectionsTitle([])).toBeNull();
  expect(incompleteSelectionsTitle([one, of('C', '202302')])).toBe(
    'Dados incompletos: falta o arquivo principal (MOV) de 1 dos 2 meses',
  );
  expect(incompleteSelectionsTitle([complete, one])).toBe(
    'Dados incompletos: falta o arquivo principal (MOV) de meses da seleção B',
  );
  expect(incompleteSelectionsTitle([complete, one, two])).toBe(
    'Dados incompletos: falta o arquivo principal (MOV) de meses das seleções B e C',
  );
});
