import { z } from 'zod';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { registryCodes } from '../../reference/registry-codes.ts';
import { emptyCode } from '../../platform/warehouse/empty-values.ts';
import { sharedColumns } from '../../platform/warehouse/layout.ts';
import { encodedSums } from './line-sums.ts';
import { emptiableColumns, type ProfiledBatch } from './profile-sql.ts';
import { codesSql, repeatsSql, scaledSql, scannedForEmpty, shapeSql } from './shape-sql.ts';

/** The distribution of a file's lines, with which one month is compared with others. */
export const Shape = z.object({
  /** Logarithms of salaries within MTE's bounds, divided by the minimum wage of the movement's month. */
  level: z.object({ lines: z.number(), sum: z.number(), squares: z.number() }),
  /** Salaries of all contracts except intermittent ones: their number, and how many are below the bounds. */
  bounds: z.object({ paid: z.number(), below: z.number() }),
  /** Number of lines with values that no correct line has. */
  strange: z.object({
    rareHours: z.number().default(0),
    place: z.number(),
    months: z.number(),
    contract: z.number(),
    unequalPay: z.number(),
  }),
  /** Salaries that are about 100 or 1000 times their occupation's median, and the number of salaries. */
  scaled: z.object({ lines: z.number(), all: z.number() }),
  /**
   * Groups of lines of one municipality, activity and occupation in which all lines are equal, and those of them with
   * more than one line. Zero in the profiles that earlier versions of the product stored.
   */
  repeats: z
    .object({ repeated: z.number(), groups: z.number() })
    .default({ repeated: 0, groups: 0 }),
  /** Columns that have many values in correct files and one value here. */
  single: z.array(z.string()),
  /** Number of lines whose code is in none of the registry's tables, by the column's name. */
  unknown: z.record(z.string(), z.number()),
  /** Number of lines by code, for columns with few codes. */
  codes: z.record(z.string(), z.record(z.string(), z.number())),
  /** The lowest hashes of lines, computed without their months. */
  sketch: z.array(z.number()),
});
export type Shape = z.infer<typeof Shape>;

/**
 * Counts the shape of a batch of so many lines and these months, the empty fields in each of its kind's emptiable
 * columns, and the encoded sums of line-sums.ts for comparisons with other versions.
 */
export async function countShape(
  warehouse: Warehouse,
  file: ProfiledBatch & { readonly months: readonly string[]; readonly lines: number },
  limits: QueryLimits,
) {
  const { months, lines } = file;
  const [scanned] = await warehouse.rows<ScannedRow>(shapeSql(file, months, lines), limits);
  const codes = await warehouse.rows<CodeRow>(codesSql(file), limits);
  const [scaled] = await warehouse.rows<{ paid: number; scaled: number }>(scaledSql(file), limits);
  const [repeats] = await warehouse.rows<Shape['repeats']>(repeatsSql(file, lines), limits);
  if (scanned === undefined || repeats === undefined)
    throw new Error(`Batch ${file.batch} has no lines to count.`);
  const shape: Shape = {
    level: { lines: scanned.within, sum: scanned.level_sum, squares: scanned.level_squares },
    bounds: { paid: scanned.paid, below: scanned.below },
    strange: Shape.shape.strange.parse(scanned),
    scaled: { lines: scaled?.scaled ?? 0, all: scaled?.paid ?? 0 },
    repeats,
    single: scanned.single,
    ...countedCodes(codes),
    sketch: scanned.hashes.toSorted((a, b) => a - b),
  };
  return {
    shape,
    empty: emptyFields(file, scanned, codes),
    lineSums: encodedSums(scanned.line_sums),
  };
}

interface ScannedRow extends Readonly<Shape['strange']> {
  readonly paid: number;
  readonly below: number;
  readonly within: number;
  readonly level_sum: number;
  readonly level_squares: number;
  readonly single: string[];
  readonly empty: readonly number[];
  readonly hashes: number[];
  readonly line_sums: readonly string[];
}

interface CodeRow {
  readonly name: string;
  readonly code: string;
  readonly lines: number;
}

/** The number of empty fields in each emptiable column: of a column of codes, the lines with its empty code. */
function emptyFields(
  { kind }: ProfiledBatch,
  scanned: ScannedRow,
  codes: readonly CodeRow[],
): readonly number[] {
  const byColumn = new Map(scannedForEmpty(kind).map(({ name }, at) => [name, scanned.empty[at]]));
  const emptyTextOf = new Map(
    emptiableColumns(kind).map(({ name, type, form }) => [
      name,
      form === 'code' ? String(emptyCode(type)) : '',
    ]),
  );
  for (const { name, code, lines } of codes) {
    if (emptyTextOf.get(name) === code) byColumn.set(name, lines);
  }
  return emptiableColumns(kind).map(({ name }) => byColumn.get(name) ?? 0);
}

/** Empty fields are counted separately: they are stored as the highest values of their types. */
const emptyCodes: ReadonlySet<string> = new Set([
  '',
  ...['UInt16', 'UInt32'].map((type) => String(emptyCode(type))),
]);

function countedCodes(rows: readonly CodeRow[]): Pick<Shape, 'unknown' | 'codes'> {
  const known = new Map(
    sharedColumns.flatMap(({ name, codes }) => (codes ? [[name, registryCodes[codes]()]] : [])),
  );
  // Columns with too many codes for their counts to be stored.
  const wide = new Set(sharedColumns.flatMap(({ name, check }) => (check === 'codes' ? name : [])));
  const unknown: Record<string, number> = {};
  const codes: Record<string, Record<string, number>> = {};
  for (const { name, code, lines } of rows) {
    if (emptyCodes.has(code)) continue;
    if (known.get(name)?.has(code) === false) unknown[name] = (unknown[name] ?? 0) + lines;
    if (!wide.has(name)) (codes[name] ??= {})[code] = lines;
  }
  return { unknown, codes };
}
