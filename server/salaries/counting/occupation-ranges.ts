import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import type { Condition } from '../filter-sql.ts';
import type { Release } from '../release.ts';

interface Ranges {
  readonly key: string;
  readonly ranges: Promise<readonly Condition[]>;
}

// However they were counted, the ranges have every line: a wrong one would only be slower.
let kept: Ranges | undefined;

/** So many pieces make up a whole country: each is handed over within a fraction of a second. */
const pieces = 12;

/**
 * Conditions that part all lines of a release into ranges of occupations with about as many lines each. The lines lie
 * in the order of occupations, so a range is read without reading the others. Counted once a release.
 */
export function occupationRanges(
  warehouse: Warehouse,
  release: Release,
  limits: QueryLimits,
): Promise<readonly Condition[]> {
  const key = `${release.number} ${release.batches.join(' ')}`;
  if (kept?.key === key) return kept.ranges;
  const ranges = rangesOf(warehouse, release, limits);
  kept = { key, ranges };
  ranges.catch(() => {
    if (kept?.ranges === ranges) kept = undefined;
  });
  return ranges;
}

async function rangesOf(
  warehouse: Warehouse,
  { batches }: Release,
  { timeoutMs }: QueryLimits,
): Promise<Condition[]> {
  const rows = await warehouse.rows<{ cbo: number; lines: number }>(
    {
      text: `
        select cbo, count() as lines
        from movements
        where batch in {batches:Array(UInt32)}
        group by cbo
        order by cbo`,
      params: { batches },
    },
    { threads: 2, ...(timeoutMs !== undefined && { timeoutMs }) },
  );
  const all = rows.reduce((sum, { lines }) => sum + lines, 0);
  const ends: number[] = [];
  let lines = 0;
  for (const row of rows) {
    lines += row.lines;
    if (lines >= ((ends.length + 1) * all) / pieces) ends.push(row.cbo);
  }
  const last = 4_294_967_295;
  return [...ends.slice(0, -1), last].map((to, index, list) => {
    const from = index === 0 ? 0 : (list[index - 1] ?? 0) + 1;
    return {
      clause: 'cbo between {fromOccupation:UInt32} and {toOccupation:UInt32}',
      params: { fromOccupation: from, toOccupation: to },
    };
  });
}
