import { at, draw, half, ofMonth, share, slotOf } from './draws.ts';
import { wholeSlots } from './slots.ts';
import { noValue } from './tables.ts';

/**
 * Pay as SQL expressions, in centavos. It varies about the level of the occupation by state, hours, size, age and
 * schooling, and concentrates where real pay does: at the minimum wage, at the floors and grades of a trade in a state,
 * at values that recur in the state and at round values. The last stages add the mistakes of real declarations, first
 * lost decimal commas.
 */
const unit = slotOf('unit', 'contract', draw(6, 1), wholeSlots);
const age = `intDiv(least(if(age_drawn = ${noValue}, 30, age_drawn), 74), 5) + 1`;

/**
 * Factor on the spread: the effects of state and size were measured separately and overlap with an occupation's own
 * spread.
 */
const spreadLeft = 0.82;
const levelShift = -0.01;
/** Distance between consecutive grades of a trade, as a logarithm. */
const gradeStep = 0.06;

export const payStages: readonly (readonly string[])[] = [
  [
    // An apprentice is paid by the hour, whatever the occupation.
    `if(hours_drawn between 400 and if(contract = 1, 4400, 3000), hours_drawn / 4400, 1) as time_share`,
    // An employer pays many workers of an occupation the same: this pay is drawn from the employer and the year, not
    // from the line.
    `${draw(7, 3)} < ${share(0.4)} as is_common`,
    `intHash64(cell + place * 8192 + activity * 67108864 + company_size * 549755813888
        + ${ofMonth('years', 'UInt16')} * 35184372088832) as employer_hash`,
    `if(is_common, toUInt16(employer_hash), ${draw(7, 0)}) as pay_draw`,
    `if(is_common, toUInt16(bitShiftRight(employer_hash, 16)), ${draw(7, 2)}) as round_draw`,
    `if(is_common, toUInt16(bitShiftRight(employer_hash, 32)), ${draw(7, 1)}) as kind_draw`,
    `${unit} as unit`,
  ],
  [
    `${at('cell_level', 'cell')} + ${at('uf_effect', 'uf_place')} + ${levelShift} as local_level`,
    `if(contract = 1, log(time_share), ${at('hours_effect', 'hours_place')}) as hours_effect`,
    `if(is_common, 0., ${at('age_effect', age)} + ${at('schooling_effect', 'schooling + 1')}
        + if(sex = 1, 0.012, -0.012) + if(balance = 1, 0.01, -0.01)) as own_effect`,
    `local_level + hours_effect + ${at('size_effect', 'company_size + 1')} + own_effect
        + ${at('residual', 'bitShiftRight(pay_draw, 6) + 1')} * ${spreadLeft} * ${at('cell_spread', 'cell')} as pay_level`,
    `if(is_common, ${ofMonth('year_levels', 'Float64')}, ${ofMonth('levels', 'Float64')}) * exp(pay_level) as drawn_pay`,
    `round(wage * time_share) as least_pay`,
    // A trade's floor is slightly below its level, at a different distance in each state, and changes once a year.
    `modulo(intHash64(cell * 64 + uf_place), 97) / 97 as trade_place`,
    `if(trade_place < 0.16, 100, if(trade_place < 0.2, 1000, 1)) as trade_unit`,
    `greatest(
        ${ofMonth('year_levels', 'Float64')} * time_share * exp(local_level - 0.12 + 0.11 * trade_place),
        least_pay * (1.005 + 0.1 * trade_place)) as exact_trade_pay`,
    `ceil(exact_trade_pay / trade_unit) * trade_unit as trade_pay`,
    `exact_trade_pay * exp(${gradeStep} * round(log(drawn_pay / exact_trade_pay) / ${gradeStep})) as exact_grade_pay`,
    `ceil(exact_grade_pay / trade_unit) * trade_unit as grade_pay`,
    `${at('uf_heap_ratio', '(toUInt32(uf_place) - 1) * 64 + bitAnd(round_draw, 63) + 1')} * wage as state_pay`,
  ],
  [
    `multiIf(
        round_draw < ${share(0.2)}, round(drawn_pay / 50000) * 50000,
        round_draw < ${share(0.34)}, round(drawn_pay / 10000) * 10000,
        round_draw < ${share(0.46)}, round(drawn_pay / 1000) * 1000,
        round_draw < ${share(0.64)}, round(drawn_pay / 100) * 100,
        grade_pay) as high_pay`,
    `greatest(least_pay, multiIf(
        round_draw < ${share(0.2)}, round(drawn_pay / 10000) * 10000,
        round_draw < ${share(0.27)}, round(drawn_pay / 5000) * 5000,
        round_draw < ${share(0.42)}, round(drawn_pay / 1000) * 1000,
        round_draw < ${share(0.52)}, round(drawn_pay / 100) * 100,
        round_draw < ${share(0.9)}, grade_pay,
        drawn_pay)) as low_pay`,
  ],
  [
    `multiIf(
        drawn_pay < least_pay, multiIf(
          kind_draw < 1.6 * ${at('uf_minimum', 'uf_place')}, least_pay,
          kind_draw < ${share(0.86)}, trade_pay,
          greatest(drawn_pay, least_pay * 0.5)),
        kind_draw < ${share(0.1)} and state_pay > 0 and abs(drawn_pay / state_pay - 1) < 0.2, state_pay,
        kind_draw < ${share(0.4)} and abs(drawn_pay / trade_pay - 1) < 0.22, trade_pay,
        drawn_pay >= least_pay * 1.5, high_pay,
        low_pay) * if(${draw(10, 2)} < ${share(0.002)}, 10, 1) as agreed_pay`,
    `multiIf(
        unit = 1, 5 * if(hours_drawn = ${noValue}, 4400, greatest(hours_drawn, 1)) / 100,
        unit = 2, 30, unit = 3, 5, unit = 4, 2, 1.) as units_a_month`,
    `${half(9, 0)} / 4294967296 as amount`,
  ],
  [
    // The bounds of MTE's rule, 0.3 and 150 minimum wages, and a month's pay declared as an hour's.
    `multiIf(
        defect = 0, round(agreed_pay / units_a_month),
        defect = 3, 1,
        defect = 4, multiIf(
          amount < 0.06, ceil(0.3 * wage),
          amount < 0.12, ceil(0.3 * wage) - 1,
          2 + round(amount * 0.29 * wage)),
        defect = 5, multiIf(
          amount < 0.06, 150. * wage,
          amount < 0.12, 150. * wage + 1,
          least(round(drawn_pay) * 220, 99000000.)),
        0) as amount_in_unit`,
    // A month's pay declared as an hour's has the unit hour: 63 of the 71 in CAGEDFOR202307.
    `multiIf(defect = 0, unit, defect = 1, 99, defect = 5 and amount >= 0.12, 1, 5) as salary_unit`,
    `if(defect = 0, round(amount_in_unit * units_a_month), amount_in_unit) as monthly`,
  ],
];
