import type { DimensionName } from '../panels/dimensions.ts';
import { traitFields, traitNames } from './line-codes.ts';

/** Dimensions whose groups are those that a question's months have; of the traits there are as many as codes. */
const listed = ['country', 'month', 'municipality', 'subclass'] as const;
/** What the files tell lines apart by, in the order in which their groups stand. */
export const toldDimensions = [...traitNames, ...listed] as const;
export type ToldDimension = (typeof toldDimensions)[number];

/** Where the groups of each dimension begin among all groups, and where they all end. */
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

/** Whether the files tell a dimension's groups; occupations are told apart by their runs. */
export const isToldByFiles = (name: DimensionName): boolean =>
  name === 'occupation' || toldDimensions.some((told) => told === name);
