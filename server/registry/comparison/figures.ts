import type { Figures } from '../../../shared/contracts/comparison.ts';
import type { MonthProfile } from './profile.ts';

/** Counts of a profile as the screens show them: wages in reais, rounded to the centavo. */
export function figuresOf(profile: MonthProfile): Figures {
  const { lines, admissions, separations, wage_count, wage_sum, median_wage } = profile;
  return {
    lines,
    admissions,
    separations,
    balance: admissions - separations,
    meanWage: wage_count === 0 ? null : Math.round(wage_sum / wage_count) / 100,
    medianWage: median_wage === null ? null : median_wage / 100,
  };
}
