import { minForSensitive, minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import type { MinRecords } from '../../../../shared/statistics/suppression.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';

/** The minimum number of records with statistics: more where race or disability is a filter. */
export const minRecordsOf = ({
  race,
  disabilities,
}: Pick<SalaryQuery, 'race' | 'disabilities'>): MinRecords =>
  race === null && disabilities === null ? minForStatistics : minForSensitive;
