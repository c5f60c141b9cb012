import type { PaidRoll } from '../../../../shared/statistics/pay-ratio.ts';
import { isDoubtful } from '../matching/match-titles.ts';
import type { HeldRoll } from '../storage/payroll-storage.ts';
import { matchOf } from './placed-people.ts';
import { isPlausible, type PayBounds } from './position.ts';

/**
 * The people of a payroll with a confirmed occupation and a sex, with the contractual salary of the payroll. Doubtful
 * occupations, apprentices and interns stay out until the user confirms them. Salaries outside `plausible` stay out too,
 * whatever the hours, as they do of Igualdade's market: a single typing error can dominate a ratio of means.
 */
export function paidRoll(
  { roll, choices }: Pick<HeldRoll, 'roll' | 'choices'>,
  plausible: PayBounds,
): PaidRoll {
  const matched = roll.people.flatMap(({ jobKey, sex, centavos }) => {
    const { code, confidence } = matchOf(roll, choices, jobKey);
    return code === null ? [] : [{ occupation: code, sex, centavos, confidence }];
  });
  const confirmed = matched.filter(({ confidence }) => !isDoubtful(confidence));
  const ofSex = confirmed.flatMap(({ occupation, sex, centavos }) =>
    sex === null ? [] : [{ occupation, sex, centavos }],
  );
  const people = ofSex.filter(({ centavos }) => isPlausible(centavos, plausible));
  return {
    people,
    withoutOccupation: roll.people.length - matched.length,
    withoutSex: confirmed.length - ofSex.length,
    doubtful: matched.length - confirmed.length,
    implausible: ofSex.length - people.length,
  };
}
