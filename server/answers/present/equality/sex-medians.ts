import { allOccupations } from '../../../../shared/statistics/design-effect.ts';
import { areEnough, type Estimate } from '../../../../shared/statistics/interval-difference.ts';
import { normalReach95 } from '../../../../shared/statistics/normal.ts';
import { medianInterval } from '../../../../shared/statistics/percentile.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { codesOfFamily } from '../../query/filters/occupation-family.ts';
import {
  groupCode,
  groupMediansSql,
  medianOf,
  rankedRow,
  type MedianGrouping,
  type MedianRow,
} from '../occupations/group-medians.ts';
import {
  effectOfGroup,
  equalityRows,
  familyOfGroup,
  type EqualityAxis,
  type EqualitySelection,
} from './equality-selection.ts';

const digitsOfLevel = { 0b1111: 0, 0b0111: 1, 0b1011: 3, 0b1101: 4, 0b1110: 6 } as const;

const groupings: Readonly<Record<EqualityAxis, MedianGrouping>> = {
  occupation: {
    keys: 'cbo, sex',
    columns: `intDiv(cbo, 100000) as great, intDiv(cbo, 1000) as sub, intDiv(cbo, 100) as family,
            cbo as occupation, sex`,
    level: 'grouping(great, sub, family, occupation)',
    code: 'great + sub + family + occupation',
    by: 'grouping sets ((sex), (great, sex), (sub, sex), (family, sex), (occupation, sex))',
    split: 'sex',
  },
  race: {
    keys: 'race, sex',
    columns: 'race, sex',
    level: '7',
    code: 'race',
    by: 'race, sex',
    split: 'sex',
  },
};

/** In centavos, the interval only with enough effective records. */
interface SexMedian {
  readonly median: number | null;
  readonly medianInterval: Estimate['medianInterval'];
}
export const noMedian: SexMedian = { median: null, medianInterval: null };

/**
 * The ranks of the median's interval in SQL: those of a large number of records, and their neighbours. The interval of
 * few independent records has one of these neighbours.
 */
function intervalRanks(family: string): string[] {
  const effect = `transform(${family}, {families:Array(Int64)}, {effects:Array(Float64)}, {effect:Float64})`;
  const lower = `toInt64(ceil(records / 2 - ${normalReach95 / 2} * sqrt(records * ${effect})))`;
  return [-1, 0, 1].flatMap((step) => [`${lower} + ${step}`, `records + 1 - ${lower} + ${step}`]);
}

/** The family of a row's occupation or of its group; 0 if the group has several families. */
function familySql({ group }: EqualitySelection, axis: EqualityAxis): string {
  if (axis === 'race') return `toInt64(${familyOfGroup(group) ?? allOccupations})`;
  const [family, occupation] = [0b1101, 0b1110];
  return `multiIf(level = ${family}, toInt64(code), level = ${occupation}, toInt64(intDiv(code, ${codesOfFamily})), ${allOccupations})`;
}

/** Exact medians of women (`F`) and men (`M`) with intervals, by group ('' for all) or race, in a single scan. */
export async function sexMedians(
  warehouse: Warehouse,
  selection: EqualitySelection,
  axis: EqualityAxis,
  limits: QueryLimits,
) {
  const { release } = selection.query;
  const furtherRanks = intervalRanks(familySql(selection, axis));
  const { clauses, params } = equalityRows(selection);
  const effect = effectOfGroup(release, '');
  const effects = new Map([[allOccupations, effect], ...release.designEffects]);
  const sql = groupMediansSql(
    { ...groupings[axis], furtherRanks },
    {
      clauses,
      params: { ...params, effect, families: [...effects.keys()], effects: [...effects.values()] },
    },
  );
  const rows = await warehouse.rows<MedianRow & { readonly sex: number }>(sql, limits);
  const byCode = Map.groupBy(rows, (row) =>
    axis === 'race' ? String(row.code) : groupCode(row, digitsOfLevel),
  );
  return new Map(
    [...byCode].map(([code, ofCode]) => {
      const designEffect = effectOfGroup(release, axis === 'race' ? selection.group : code);
      const of = (sex: number): SexMedian => {
        const row = ofCode.find((one) => one.sex === sex);
        if (row === undefined) return noMedian;
        const hasInterval = areEnough(row.records, designEffect);
        return {
          median: medianOf(row),
          medianInterval: hasInterval ? medianInterval(rankedRow(row), designEffect) : null,
        };
      };
      return [code, { M: of(1), F: of(3) }];
    }),
  );
}
