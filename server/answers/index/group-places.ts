import type { DimensionName } from '../query/dimensions.ts';
import { traitFields, traitNames } from './line-codes.ts';

/** Dimensions whose groups depend on the query's months. A trait has one group for each of its codes. */
const listed = ['country', 'month', 'municipality', 'subclass'] as const;
/** The dimensions by which month files group lines, in the order of their groups. */
export const toldDimensions = [...traitNames, ...listed] as const;
export type ToldDimension = (typeof toldDimensions)[number];

/** Where the groups of each dimension begin in the list of all groups, and where the list ends. */
export type GroupPlaces = Readonly<Record<ToldDimension | 'end', number>>;

export function groupPlaces(
  months: number,
  municipalities: number,
  subclasses: number,
): GroupPlaces {
  const rooms: readonly (readonly [ToldDimension, number])[] = [
    ...traitNames.map((name) => [name, 2 ** traitFields[name].bits] as const),
    ['country', 1],
    ['month', months],
    ['municipality', municipalities],
    ['subclass', subclasses],
  ];
  let end = 0;
  const begins = rooms.map(([name, room]) => {
    end += room;
    return { [name]: end - room };
  });
  return Object.assign({ end }, ...begins);
}

/** Where the groups of a dimension end. */
export const endOf = (places: GroupPlaces, name: ToldDimension): number =>
  places[toldDimensions[toldDimensions.indexOf(name) + 1] ?? 'end'];

/** Whether the month files can count a dimension's groups. Occupations are counted by their runs. */
export const isToldByFiles = (name: DimensionName): boolean =>
  name === 'occupation' || toldDimensions.some((told) => told === name);
