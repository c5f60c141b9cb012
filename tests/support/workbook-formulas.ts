import { runInNewContext } from 'node:vm';
import { rangeValues } from './workbook-ranges.ts';
import type { ReadWorkbook } from './workbook-reader.ts';

/** The functions that formulas use, as Excel defines them. An error is `NaN`. */
const functions = {
  INT: Math.floor,
  MIN: Math.min,
  MAX: (values: readonly number[]) => Math.max(...values),
  /** Excel reduces a value to fifteen significant digits before it rounds. */
  ROUND: (value: number, digits: number) =>
    Math.round(Number((value * 10 ** digits).toPrecision(15))) / 10 ** digits,
  IFERROR: (value: number, otherwise: number) => (Number.isNaN(value) ? otherwise : value),
  INDEX: (values: readonly number[], place: number) => values[place - 1] ?? Number.NaN,
  /** The place of the last of some ascending values that is not above `wanted`. */
  MATCH: (wanted: number, values: readonly number[], order: number) => {
    const place = values.findLastIndex((value) => value <= wanted);
    return order !== 1 || place === -1 ? Number.NaN : place + 1;
  },
};

/** The value of a formula after values are typed into named cells. Its words are functions and defined names. */
export function evaluate(
  workbook: ReadWorkbook,
  formula: string,
  typed: Readonly<Record<string, number>>,
): unknown {
  const ranges = [...workbook.names].map(([name, range]) => [
    name,
    rangeValues(workbook, range).map(Number),
  ]);
  return runInNewContext(formula, { ...functions, ...Object.fromEntries(ranges), ...typed });
}
