import { caseSlots } from './slots.ts';
import { generatorTables } from './tables.ts';

/**
 * The words that lines are drawn in: a line has hashes `h1` to `h10` of 64 bits, a draw is 16 bits of one, and looks a value
 * up in a table of equally likely slots.
 */
const { tables } = generatorTables();

export type TableName = keyof typeof tables;

/** The value of a table at a place, from 1. */
export const at = (name: TableName, place: string) => `arrayElement(table_${name}, ${place})`;

/** The value that a month has, by the place of the month. */
export const ofMonth = (name: string, type: string, month = 'happened') =>
  `arrayElement({${name}:Array(${type})}, ${month})`;

/** 16 bits of a hash, the part from 0 to 3. */
export const draw = (hash: number, part: number) =>
  `toUInt16(bitShiftRight(h${hash}, ${16 * part}))`;

/** 32 bits of a hash, the part 0 or 1. */
export const half = (hash: number, part: number) =>
  `bitAnd(bitShiftRight(h${hash}, ${32 * part}), 4294967295)`;

/** One of so many by 32 bits, from 0. */
export const oneOf = (bits: string, count: string | number) =>
  `bitShiftRight(${bits} * ${count}, 32)`;

/** What a draw finds in a table, of a case by its number from 0. */
export const slotOf = (name: TableName, ofCase: string, drawn: string, slots = caseSlots) =>
  at(
    name,
    `toUInt32(${ofCase}) * ${slots} + bitShiftRight(${drawn}, ${16 - Math.log2(slots)}) + 1`,
  );

/** A draw below this is so likely, from 0 to 1. */
export const share = (part: number) => Math.round(part * 65_536);
