import { keysOf } from '../../../shared/codes/keys.ts';
import { valueInPeriodSql } from '../../platform/warehouse/empty-values.ts';
import { lineColumns, type ColumnName } from '../../platform/warehouse/layout.ts';
import { caseSlots, wholeSlots } from './slots.ts';
import {
  calibration,
  cellCount,
  noValue,
  sections,
  unknownActivity,
  type TableName,
} from './tables.ts';

/**
 * One line of the registry as a pure function of its file's key and its position in the file, as SQL. Hashes of both
 * are split into draws, and each draw looks up a value in a table. So the position of a line is enough to generate the
 * exclusion that cancels it, and a text file has the same rows as the batch that is loaded.
 * A line has ten 64-bit hashes, `h1` to `h10`. A draw is 16 bits of one of them and selects a value in a table of
 * equally likely slots.
 */
/** The value of a table at a position, from 1. */
const at = (name: TableName, place: string) => `arrayElement(table_${name}, ${place})`;

/** The value of a parameter for a month, given the month's position. */
const ofMonth = (name: string, type: string, month = 'happened') =>
  `arrayElement({${name}:Array(${type})}, ${month})`;

/** 16 bits of a hash; the part is 0 to 3. */
const draw = (hash: number, part: number) => `toUInt16(bitShiftRight(h${hash}, ${16 * part}))`;

/** 32 bits of a hash; the part is 0 or 1. */
const half = (hash: number, part: number) =>
  `bitAnd(bitShiftRight(h${hash}, ${32 * part}), 4294967295)`;

/** An integer from 0 to below `count`, drawn by 32 bits. */
const oneOf = (bits: string, count: string | number) => `bitShiftRight(${bits} * ${count}, 32)`;

/** The value that a draw selects in a table, for a case given by its number from 0. */
const slotOf = (name: TableName, ofCase: string, drawn: string, slots = caseSlots) =>
  at(
    name,
    `toUInt32(${ofCase}) * ${slots} + bitShiftRight(${drawn}, ${16 - Math.log2(slots)}) + 1`,
  );

/** The threshold below which a 16-bit draw falls with probability `part`, from 0 to 1. */
const share = (part: number) => Math.round(part * 65_536);

/**
 * Pay as SQL expressions, in centavos. It varies about the level of the occupation by state, hours, size, age and
 * schooling, and concentrates where real pay does: at the minimum wage, at the floors and grades of a trade in a state,
 * at values that recur in the state and at round values. The last stages add the mistakes of real declarations, first
 * lost decimal commas.
 */
const unit = slotOf('unit', 'contract', draw(6, 1), wholeSlots);
const age = `intDiv(least(if(age_drawn = ${noValue}, 30, age_drawn), 74), 5) + 1`;

/** Factor on the spread: the effects of state and size overlap with an occupation's own spread. */
const spreadLeft = 0.82;
const levelShift = -0.01;
/** Distance between consecutive grades of a trade, as a logarithm. */
const gradeStep = 0.06;

const payStages: readonly (readonly string[])[] = [
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
    `${at('uf_recurring_pay', '(toUInt32(uf_place) - 1) * 64 + bitAnd(round_draw, 63) + 1')} * wage as state_pay`,
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

const repeatedShare = calibration.repeatedLines / calibration.lines;

/** The columns that each stage adds to those of the one before. */
const stages: readonly (readonly string[])[] = [
  [
    // Some lines repeat the previous one, as in the real files.
    `toUInt64(row - (row > 0 and toUInt16(intHash64(row * 31 + key)) < ${share(repeatedShare)})) as line`,
    `intHash64(line + intHash64(key)) as base`,
  ],
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `intHash64(base + ${number}) as h${number}`),
  [
    `${oneOf(half(1, 0), cellCount)} + 1 as any_cell`,
    `if(${half(1, 1)} < ${at('cell_thresholds', 'any_cell')}, any_cell, ${at('cell_others', 'any_cell')}) as cell`,
    `${slotOf('months_back', '0', draw(3, 3), wholeSlots)} as months_back`,
    `toUInt16(if(late = 1, declared - 1 - modulo(months_back - 1, greatest(declared - 1, 1)), declared)) as happened`,
  ],
  [
    `${at('cell_contract', 'cell')} as contract`,
    `${slotOf('state', at('cell_state', 'cell'), draw(9, 2))} as uf_place`,
    `${at('state_first_place', 'uf_place')} + ${oneOf(half(2, 0), at('state_places', 'uf_place'))} + 1 as any_place`,
    `if(${half(2, 1)} < ${at('place_thresholds', 'any_place')}, any_place, ${at('place_others', 'any_place')}) as place`,
    `${at('cell_first_activity', 'cell')} + ${oneOf(half(4, 0), at('cell_activities', 'cell'))} + 1 as activity_slot`,
    // Any occupation can occur in any activity.
    `multiIf(
        ${draw(10, 3)} < ${share(unknownActivity.share)}, ${unknownActivity.place},
        ${draw(10, 0)} < ${share(0.03)}, ${slotOf('any_activity', '0', draw(10, 1), wholeSlots)},
        ${at('activity_slots', 'activity_slot')}) as activity`,
    `${at('activity_section', 'activity')} as section_place`,
    `if(${draw(8, 0)} < ${ofMonth('admissions', 'UInt16')}, 1, -1) as balance`,
    `${slotOf('hours', at('cell_hours', 'cell'), draw(3, 2))} as hours_place`,
    `${slotOf('category', at('cell_category', 'cell'), draw(4, 2))} as category_place`,
    `if(${draw(3, 0)} < ${at('cell_women', 'cell')}, 3, 1) as sex`,
    `${slotOf('schooling', at('cell_schooling', 'cell'), draw(3, 1))} as schooling`,
    `${slotOf('age', at('cell_age', 'cell'), draw(8, 1))} as age_drawn`,
    `${slotOf('size', 'section_place - 1', draw(5, 0))} as company_size`,
    `${ofMonth('wages', 'UInt32')} as wage`,
  ],
  [
    `${at('hours_value', 'hours_place')} as hours_drawn`,
    `${at('category_code', 'category_place')} as category`,
    `${slotOf('category_defects', 'category_place - 1', draw(6, 2), wholeSlots)} as defect`,
    `${at('uf_code', 'uf_place')} as uf`,
    `${slotOf('employer', 'section_place - 1', draw(5, 1), wholeSlots / 8)} as employer`,
    `${slotOf('origin', '0', draw(6, 3))} as odd_origin`,
  ],
  ...payStages,
];

const declaredMonth = ofMonth('months', 'UInt32', 'declared');

const outputs: Readonly<Record<ColumnName, string>> = {
  month: ofMonth('months', 'UInt32'),
  region: `intDiv(uf, 10)`,
  uf: 'uf',
  municipality: at('place_municipality', 'place'),
  section: `arrayElement(cast([${sections.map((section) => `'${section}'`).join(', ')}], 'Array(LowCardinality(String))'), section_place)`,
  subclass: at('activity_subclass', 'activity'),
  balance: 'balance',
  cbo: at('cell_cbo', 'cell'),
  category: 'category',
  schooling: 'schooling',
  age: `nullIf(age_drawn, ${noValue})`,
  hours: `nullIf(toInt64(hours_drawn), ${noValue})`,
  race: slotOf('uf_race', 'uf_place - 1', draw(4, 3)),
  sex: 'sex',
  employer_type: `intDiv(employer, 10)`,
  establishment_type: `modulo(employer, 10)`,
  movement_type: slotOf('movement_type', '(balance = 1)', draw(5, 2), wholeSlots),
  disability: slotOf('disability', '0', draw(6, 0), wholeSlots),
  intermittent: `multiIf(contract = 2, 1, category = 999, modulo(odd_origin, 10), 0)`,
  part_time: slotOf('part_time', 'contract * 2 + (hours_drawn <= 3000)', draw(5, 3)),
  salary: `if(defect = 1, null, toInt64(monthly))`,
  company_size: 'company_size',
  apprentice: `contract = 1`,
  origin: `if(category = 999, intDiv(odd_origin, 10), 1)`,
  declared_month: declaredMonth,
  late: 'late',
  salary_unit: 'salary_unit',
  // An exclusion that must match no line has an amount that no line can have.
  fixed_salary: `multiIf(
      is_astray, toInt64(amount_in_unit) + 1,
      defect = 1, null,
      defect = 5 and salary_unit = 1, toInt64(amount_in_unit / 220),
      toInt64(amount_in_unit))`,
};

/**
 * Selects the shared columns. The source has `row UInt64`, `key UInt64`, `declared UInt16` (a month's position in
 * the parameters), `late` and `is_astray`. `stored` are additional output columns.
 */
export function rowsSql(source: string, stored: readonly string[] = []): string {
  const inner = stages.reduce(
    (before, added) => `select *, ${added.join(',\n      ')}\n    from (${before})`,
    source,
  );
  const columns = keysOf(lineColumns).map((name) => {
    const column = { name, ...lineColumns[name] };
    return `${valueInPeriodSql(column, declaredMonth, outputs[name])} as ${name}`;
  });
  return `
    select ${[...columns, ...stored].join(',\n      ')}
    from (${inner})`;
}
