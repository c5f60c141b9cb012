import { z } from 'zod';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { knownCodes } from './known-codes.ts';
import type { ProfiledBatch } from './profile-sql.ts';
import { codesSql, shapeSql, sketchSql, type CodeColumn } from './shape-sql.ts';

/** What a file's lines are like, by which one month is held against others. */
export const Shape = z.object({
  /** Logarithms of salaries within MTE's bounds, over the minimum wage of the movement's month. */
  level: z.object({ lines: z.number(), sum: z.number(), squares: z.number() }),
  /** Salaries, of all but intermittent contracts: below and above the bounds, of so many. */
  bounds: z.object({ paid: z.number(), below: z.number(), above: z.number() }),
  /** Lines with what no honest line has. */
  strange: z.object({
    hours: z.number(),
    age: z.number(),
    place: z.number(),
    months: z.number(),
  }),
  /** Lines whose code is in none of the registry's tables, by the column's name. */
  unknown: z.record(z.string(), z.number()),
  /** Lines by code, of columns with few codes. */
  codes: z.record(z.string(), z.record(z.string(), z.number())),
  /** The lowest hashes of lines without their months. */
  sketch: z.array(z.number()),
});
export type Shape = z.infer<typeof Shape>;

interface Counting {
  /** The months of movement. */
  readonly months: readonly string[];
  readonly limits: QueryLimits;
}

/** Counts the shape of a batch. */
export async function countShape(
  warehouse: Warehouse,
  file: ProfiledBatch,
  { months, limits }: Counting,
): Promise<Shape> {
  const [pay] = await warehouse.rows<PayRow>(shapeSql(file, months), limits);
  const codes = await warehouse.rows<CodeRow>(codesSql(file), limits);
  const [sketch] = await warehouse.rows<{ hashes: number[] }>(sketchSql(file), limits);
  if (pay === undefined) throw new Error(`Batch ${file.batch} has no lines to count.`);
  return {
    level: { lines: pay.within, sum: pay.level_sum, squares: pay.level_squares },
    bounds: { paid: pay.paid, below: pay.below, above: pay.above },
    strange: { hours: pay.hours, age: pay.age, place: pay.place, months: pay.months },
    ...countedCodes(codes),
    sketch: sketch?.hashes.toSorted((a, b) => a - b) ?? [],
  };
}

interface PayRow {
  readonly paid: number;
  readonly below: number;
  readonly above: number;
  readonly within: number;
  readonly level_sum: number;
  readonly level_squares: number;
  readonly hours: number;
  readonly age: number;
  readonly place: number;
  readonly months: number;
}

interface CodeRow {
  readonly name: CodeColumn;
  readonly code: string;
  readonly lines: number;
}

/** Empty fields are counted by themselves: they are the highest values of their types. */
const emptyCodes: ReadonlySet<string> = new Set(['', '65535', '4294967295']);

/** Columns with too many codes for their shares to be kept. */
const wideColumns: ReadonlySet<CodeColumn> = new Set(['cbo', 'subclass', 'municipality']);

function countedCodes(rows: readonly CodeRow[]): Pick<Shape, 'unknown' | 'codes'> {
  const known = knownCodes();
  const unknown: Record<string, number> = {};
  const codes: Record<string, Record<string, number>> = {};
  for (const { name, code, lines } of rows) {
    if (emptyCodes.has(code)) continue;
    if (known.get(name)?.has(code) === false) unknown[name] = (unknown[name] ?? 0) + lines;
    if (!wideColumns.has(name)) (codes[name] ??= {})[code] = lines;
  }
  return { unknown, codes };
}
