import {
  fewestForSensitive,
  fewestForStatistics,
} from '../../../../shared/statistics/design-effect.ts';
import type { FewestRecords } from '../../../../shared/statistics/suppression.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';

/** The minimum number of records with statistics: more where race or disability is a filter. */
export const fewestOf = ({
  race,
  disabilities,
}: Pick<SalaryQuery, 'race' | 'disabilities'>): FewestRecords =>
  race === null && disabilities === null ? fewestForStatistics : fewestForSensitive;
