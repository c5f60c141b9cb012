import { expect, test } from 'vitest';
import { figures } from '../../../../tests/support/sample-panels.ts';
import { rankedPlaces } from './ranked-places.ts';

test('ranks places with thirty records or more, gives ties one rank, and lists the others last without a rank', () => {
  const places = [
    { codigo: 'A', nome: 'A', ...figures(29, 9000) },
    { codigo: 'B', nome: 'B', ...figures(30, 2000) },
    { codigo: 'C', nome: 'C', ...figures(3, 0) },
    { codigo: 'D', nome: 'D', ...figures(90, 2000) },
    { codigo: 'E', nome: 'E', ...figures(31, 1500) },
    { codigo: 'F', nome: 'F', ...figures(30, 3000) },
  ];
  expect(
    rankedPlaces(places, { isComparable: true, designEffect: 1 }).map(({ codigo, rank }) => [
      codigo,
      rank,
    ]),
  ).toEqual([
    ['F', 1],
    ['D', 2],
    ['B', 2],
    ['E', 4],
    ['A', null],
    ['C', null],
  ]);
});

test('with a design effect of two, a rank needs sixty records', () => {
  const places = [
    { codigo: 'A', nome: 'A', ...figures(59, 9000) },
    { codigo: 'B', nome: 'B', ...figures(60, 2000) },
  ];
  expect(
    rankedPlaces(places, { isComparable: true, designEffect: 2 }).map(({ codigo, rank }) => [
      codigo,
      rank,
    ]),
  ).toEqual([
    ['B', 1],
    ['A', null],
  ]);
});

test('no place has a rank while the data are incomplete', () => {
  const places = [
    { codigo: 'A', nome: 'A', ...figures(90, 1000) },
    { codigo: 'B', nome: 'B', ...figures(91, 900) },
  ];
  const ranked = rankedPlaces(places, { isComparable: false, designEffect: 1 });
  expect(ranked.map(({ codigo, rank }) => [codigo, rank])).toEqual([
    ['B', null],
    ['A', null],
  ]);
});

test('places with the same median and as many records are in the order of their codes', () => {
  const places = ['B', 'C', 'A'].map((codigo) => ({ codigo, nome: '', ...figures(40, 2000) }));
  const ranked = rankedPlaces(places, { isComparable: true, designEffect: 1 });
  expect(ranked.map(({ codigo }) => codigo)).toEqual(['A', 'B', 'C']);
});
