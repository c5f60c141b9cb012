import {
  fewestForSensitive,
  fewestForStatistics,
} from '../../../../shared/statistics/sample-size.ts';
import type { FewestRecords } from '../../../../shared/statistics/withheld.ts';
import type { Question } from '../../query/salary-query.ts';

/** The minimum number of records with statistics: more where race or disability is a filter. */
export const fewestOf = ({
  race,
  disabilities,
}: Pick<Question, 'race' | 'disabilities'>): FewestRecords =>
  race === null && disabilities === null ? fewestForStatistics : fewestForSensitive;
