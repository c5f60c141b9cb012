import type { PaidRoll } from '../../../../shared/statistics/pay-ratio.ts';
import { isDoubtful } from '../matching/match-titles.ts';
import type { HeldRoll } from '../storage/payroll-storage.ts';
import { matchOf } from './placed-people.ts';

/** The people of a payroll with an occupation and a sex, with the contractual salary of the payroll. */
export function paidRoll({ roll, choices }: Pick<HeldRoll, 'roll' | 'choices'>): PaidRoll {
  const matched = roll.people.flatMap(({ jobKey, sex, centavos }) => {
    const { code, confidence } = matchOf(roll, choices, jobKey);
    return code === null ? [] : [{ occupation: code, sex, centavos, confidence }];
  });
  const paid = matched.flatMap(({ sex, ...rest }) => (sex === null ? [] : [{ ...rest, sex }]));
  return {
    people: paid.map(({ occupation, sex, centavos }) => ({
      occupation,
      sex,
      centavos,
    })),
    withoutOccupation: roll.people.length - matched.length,
    withoutSex: matched.length - paid.length,
    doubtful: paid.filter(({ confidence }) => isDoubtful(confidence)).length,
  };
}
