import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { Condition } from '../../query/filters/line-filter.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import type { Release } from '../../query/release.ts';

/** Lines of an occupation in all months of a release. */
export interface OccupationLines {
  readonly cbo: number;
  readonly lines: number;
}

interface Counted {
  readonly key: string;
  readonly lines: readonly OccupationLines[];
}

// The ranges cover every line even if the counts are wrong: wrong counts only make queries slower.
let known: Counted | undefined;

const lastCode = 4_294_967_295;

/** A range of the lowest codes that has a fiftieth of all lines or slightly more. */
export async function lowestOccupations(
  warehouse: Warehouse,
  { release }: SalaryQuery,
  limits: QueryLimits,
): Promise<Condition> {
  const [lowest] = rangesOf(await occupationLines(warehouse, release, limits), 50);
  return lowest ?? { clause: '1', params: {} };
}

/** Counted once per release, except by concurrent calls. */
async function occupationLines(
  warehouse: Warehouse,
  { number, batches }: Release,
  limits: QueryLimits,
): Promise<readonly OccupationLines[]> {
  const key = `${number} ${batches.join(' ')}`;
  if (known?.key === key) return known.lines;
  const lines = await warehouse.rows<OccupationLines>(
    {
      text: `
        select cbo, count() as lines
        from movements
        where batch in {batches:Array(UInt32)}
        group by cbo
        order by cbo`,
      params: { batches },
    },
    { ...limits, threads: 2 },
  );
  known = { key, lines };
  return lines;
}

/** At most `pieces` ranges that together cover every possible code. */
export function rangesOf(occupations: readonly OccupationLines[], pieces: number): Condition[] {
  const all = occupations.reduce((sum, { lines }) => sum + lines, 0);
  const ends: number[] = [];
  let lines = 0;
  for (const occupation of occupations) {
    lines += occupation.lines;
    if (lines >= ((ends.length + 1) * all) / pieces) ends.push(occupation.cbo);
  }
  const bounds = [...ends.slice(0, -1), lastCode];
  return bounds.map((to, index) => ({
    clause: 'cbo between {fromOccupation:UInt32} and {toOccupation:UInt32}',
    params: { fromOccupation: index === 0 ? 0 : (bounds[index - 1] ?? 0) + 1, toOccupation: to },
  }));
}
