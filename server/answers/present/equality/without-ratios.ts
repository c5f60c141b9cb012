import type { Completeness } from '../../../../shared/contracts/completeness.ts';
import type { EqualityFigures, EqualityRow } from '../../../../shared/contracts/equality.ts';
import { isIncomplete } from '../../../../shared/statistics/completeness.ts';

/** Counts, medians and means only where the data are incomplete: no ratio and no adjusted difference. */
export function withoutRatios(
  { whole, rows }: EqualityFigures,
  completeness: Completeness,
): EqualityFigures {
  return isIncomplete(completeness)
    ? { whole: withoutRatio(whole), rows: rows.map(withoutRatio) }
    : { whole, rows };
}

export const withoutRatio = <Row extends Omit<EqualityRow, 'code' | 'name'>>(row: Row): Row => ({
  ...row,
  withheld: row.withheld ?? 'incompleto',
  medianRatio: null,
  meanRatio: null,
  adjusted: null,
});
