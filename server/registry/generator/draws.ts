import { caseSlots } from './slots.ts';
import { generatorTables } from './tables.ts';

/**
 * The SQL expressions that draw lines. A line has ten 64-bit hashes, `h1` to `h10`. A draw is 16 bits of one of them
 * and selects a value in a table of equally likely slots.
 */
const { tables } = generatorTables();

export type TableName = keyof typeof tables;

/** The value of a table at a position, from 1. */
export const at = (name: TableName, place: string) => `arrayElement(table_${name}, ${place})`;

/** The value of a parameter for a month, given the month's position. */
export const ofMonth = (name: string, type: string, month = 'happened') =>
  `arrayElement({${name}:Array(${type})}, ${month})`;

/** 16 bits of a hash; the part is 0 to 3. */
export const draw = (hash: number, part: number) =>
  `toUInt16(bitShiftRight(h${hash}, ${16 * part}))`;

/** 32 bits of a hash; the part is 0 or 1. */
export const half = (hash: number, part: number) =>
  `bitAnd(bitShiftRight(h${hash}, ${32 * part}), 4294967295)`;

/** An integer from 0 to below `count`, drawn by 32 bits. */
export const oneOf = (bits: string, count: string | number) =>
  `bitShiftRight(${bits} * ${count}, 32)`;

/** The value that a draw selects in a table, for a case given by its number from 0. */
export const slotOf = (name: TableName, ofCase: string, drawn: string, slots = caseSlots) =>
  at(
    name,
    `toUInt32(${ofCase}) * ${slots} + bitShiftRight(${drawn}, ${16 - Math.log2(slots)}) + 1`,
  );

/** The threshold below which a 16-bit draw falls with probability `part`, from 0 to 1. */
export const share = (part: number) => Math.round(part * 65_536);
