import type { PaidRoll } from '../../../../shared/statistics/pay-ratio.ts';
import { isDoubtful } from '../matching/match-titles.ts';
import type { HeldRoll } from '../storage/payroll-storage.ts';
import { matchOf } from './placed-people.ts';

/**
 * The people of a payroll with a confirmed occupation and a sex, with the contractual salary of the payroll. Doubtful
 * occupations, apprentices and interns stay out until the user confirms them.
 */
export function paidRoll({ roll, choices }: Pick<HeldRoll, 'roll' | 'choices'>): PaidRoll {
  const matched = roll.people.flatMap(({ jobKey, sex, centavos }) => {
    const { code, confidence } = matchOf(roll, choices, jobKey);
    return code === null ? [] : [{ occupation: code, sex, centavos, confidence }];
  });
  const confirmed = matched.filter(({ confidence }) => !isDoubtful(confidence));
  const people = confirmed.flatMap(({ occupation, sex, centavos }) =>
    sex === null ? [] : [{ occupation, sex, centavos }],
  );
  return {
    people,
    withoutOccupation: roll.people.length - matched.length,
    withoutSex: confirmed.length - people.length,
    doubtful: matched.length - confirmed.length,
  };
}
