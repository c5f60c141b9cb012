import { isDeepStrictEqual } from 'node:util';
import type { RawFilters, Recomputation } from './recompute.ts';
import { cellSql } from './recompute-mix.ts';

/** What the comparisons of panels on request share. */

/** The month of a line. */
export const month = '"competênciamov"';

/** A query, and what of the release its comparison needs. */
export interface About {
  readonly raw: RawFilters;
  /** Months with their main file. */
  readonly loaded: ReadonlySet<string>;
  /** Months with any file. */
  readonly known: readonly string[];
  readonly effect: number;
}

/** The values that differ, by name: the product's, and the expected one. */
export type Differences = Record<string, readonly [own: unknown, expected: unknown]>;

const isNear = (own: unknown, expected: unknown) =>
  typeof own === 'number' && typeof expected === 'number'
    ? Math.abs(own - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
    : isDeepStrictEqual(own, expected);

/** The differences of two sets of named values; numbers are compared to nine digits. */
export function compared(
  found: Record<string, unknown>,
  expected: Record<string, unknown>,
): Differences {
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => !isNear(found[name], expected[name]))
      .map((name) => [name, [found[name], expected[name]] as const]),
  );
}

/** The months of a query. */
export const monthsOf = ({ raw: { periodoInicio, periodoFim } }: About) => {
  const list: string[] = [];
  for (let at = Number(periodoInicio); at <= Number(periodoFim); at += at % 100 === 12 ? 89 : 1)
    list.push(String(at));
  return list;
};
/** Whether all months of the query have their main file. */
export const isWhole = (about: About) => monthsOf(about).every((one) => about.loaded.has(one));

/**
 * What suppression hides of cells whose sum is known: every cell with fewer records than the minimum. As long as a
 * single cell is hidden, or the hidden cells have fewer records than the minimum in total, it also hides the mean of
 * the smallest other cell of 30 records or more; if there is none, all of the smallest other cell. Beside the exact
 * distribution of all of them, a cell whose mean is hidden is hidden altogether if the others have fewer than 5 records.
 */
export function hiddenCells(
  counts: ReadonlyMap<string, number>,
  { minRecords, isDistributed }: { readonly minRecords: number; readonly isDistributed: boolean },
) {
  const cells = [...counts]
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hidden = new Map<string, 'all' | 'mean'>();
  for (const [key, count] of cells) if (count < minRecords) hidden.set(key, 'all');
  const isOpen = () => {
    const records = cells.reduce((sum, [key, count]) => sum + (hidden.has(key) ? count : 0), 0);
    return hidden.size > 0 && (hidden.size === 1 || records < minRecords);
  };
  while (cells.length > 1 && isOpen()) {
    const left = cells.filter(([key]) => !hidden.has(key));
    const large = left.filter(([, count]) => count >= 30);
    const [next] = (large.length > 0 ? large : left).toSorted(([, a], [, b]) => a - b);
    if (next === undefined) break;
    hidden.set(next[0], next[1] >= 30 ? 'mean' : 'all');
  }
  const all = cells.reduce((sum, [, count]) => sum + count, 0);
  for (const [key, count] of cells) {
    const isNearlyAll = count < all && all - count < 5;
    if (isDistributed && isNearlyAll && hidden.get(key) === 'mean') hidden.set(key, 'all');
  }
  return hidden;
}

/** 97.5 % of the normal distribution lie below. */
export const reach = 1.959963984540054;

/** The cells of two sides of a query's lines. */
export async function sidesOf(
  recomputation: Recomputation,
  raw: RawFilters,
  side: string,
  names: readonly [string, string],
) {
  const cells = await recomputation.salariesBy(raw, `${side} || '|' || ${cellSql}`);
  const of = (name: string) =>
    new Map(
      [...cells]
        .filter(([key]) => key.startsWith(`${name}|`))
        .map(([key, salaries]) => [key.slice(name.length + 1), salaries] as const),
    );
  return [of(names[0]), of(names[1])] as const;
}
