import { sharedNames } from '../warehouse/schema.ts';
import { caseSlots, generatorTables, noValue, wholeSlots } from './tables.ts';

/**
 * One line of the registry as a pure function of its file's key and its place in the file, in the engine's words:
 * hashes of both are cut into draws of 16 bits, and each draw looks a value up in a table of equally likely slots.
 * So an exclusion is made of the place of the line that it cancels, and a text of the very rows that are loaded.
 */
const { tables, sections, cellCount, placeCount } = generatorTables();

type Name = keyof typeof tables;

const typeOf = (values: readonly number[]) =>
  values.every((value) => Number.isInteger(value) && value >= 0)
    ? values.every((value) => value < 65_536)
      ? 'Array(UInt16)'
      : 'Array(UInt32)'
    : 'Array(Float64)';

/** The value of a table at a place, from 1. */
const at = (name: Name, place: string) =>
  `arrayElement({${name}:${typeOf(tables[name] ?? [])}}, ${place})`;

/** A draw of 16 bits; `hash` is one of six of a line, each with four draws. */
const draw = (hash: number, part: number) => `toUInt16(bitShiftRight(h${hash}, ${16 * part}))`;
const half = (hash: number, part: number) =>
  `bitAnd(bitShiftRight(h${hash}, ${32 * part}), 4294967295)`;

/** A slot of a table with many cases, and of one. */
const slotOf = (name: Name, ofCase: string, drawn: string, count = caseSlots) =>
  at(
    name,
    `toUInt32(${ofCase}) * ${count} + bitShiftRight(${drawn}, ${16 - Math.log2(count)}) + 1`,
  );

const share = (part: number) => Math.round(part * 65_536);

/** What each stage adds to the columns of the one before. */
const stages: readonly (readonly string[])[] = [
  [
    // Some lines repeat the one before, as in the real files.
    `toUInt64(row - (row > 0 and toUInt16(intHash64(row * 31 + key)) < ${share(repeatedShare())})) as line`,
    `intHash64(line + intHash64(key)) as base`,
  ],
  [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `intHash64(base + ${number}) as h${number}`),
  [
    `bitShiftRight(${half(1, 0)} * ${cellCount}, 32) + 1 as any_cell`,
    `if(${half(1, 1)} < ${at('cell_thresholds', 'any_cell')}, any_cell, ${at('cell_others', 'any_cell')}) as cell`,
    `bitShiftRight(${half(2, 0)} * ${placeCount}, 32) + 1 as any_place`,
    `if(${half(2, 1)} < ${at('place_thresholds', 'any_place')}, any_place, ${at('place_others', 'any_place')}) as place`,
    `${slotOf('months_back', '0', draw(3, 3), wholeSlots)} as months_back`,
    `toUInt16(if(late = 1, declared - 1 - modulo(months_back - 1, greatest(declared - 1, 1)), declared)) as happened`,
  ],
  [
    `${at('cell_contract', 'cell')} as contract`,
    `${at('place_uf', 'place')} as uf_place`,
    `${at('activity_slots', `${at('cell_first_activity', 'cell')} + bitShiftRight(${half(4, 0)} * ${at('cell_activities', 'cell')}, 32) + 1`)} as activity`,
    `${at('activity_section', 'activity')} as section_place`,
    `if(${draw(8, 0)} < arrayElement({admissions:Array(UInt16)}, happened), 1, -1) as balance`,
    `${slotOf('hours', at('cell_hours', 'cell'), draw(3, 2))} as hours_place`,
    `${slotOf('category', at('cell_category', 'cell'), draw(4, 2))} as category_place`,
    `if(${draw(3, 0)} < ${at('cell_women', 'cell')}, 3, 1) as sex`,
    `${slotOf('schooling', at('cell_schooling', 'cell'), draw(3, 1))} as schooling`,
    `${slotOf('age', at('cell_age', 'cell'), draw(8, 1))} as age_drawn`,
    `${slotOf('size', 'section_place - 1', draw(5, 0))} as company_size`,
    `arrayElement({wages:Array(UInt32)}, happened) as wage`,
  ],
  [
    `${at('hours_value', 'hours_place')} as hours_drawn`,
    `${at('category_code', 'category_place')} as category`,
    `${slotOf('category_defects', 'category_place - 1', draw(6, 2), wholeSlots)} as defect`,
    `${at('uf_code', 'uf_place')} as uf`,
    `if(hours_drawn between 400 and 3000, hours_drawn / 4400, 1) as time_share`,
    `arrayElement({years:Array(UInt16)}, happened) as year`,
    // What an employer pays for an occupation is the same to many: drawn from them and the year, not from the line.
    `${draw(7, 3)} < ${share(0.45)} as is_common`,
    `intHash64(cell + place * 8192 + activity * 67108864 + company_size * 549755813888 + year * 35184372088832) as employer_hash`,
    `if(is_common, toUInt16(employer_hash), ${draw(7, 0)}) as pay_draw`,
    `if(is_common, toUInt16(bitShiftRight(employer_hash, 16)), ${draw(7, 2)}) as round_draw`,
    `if(contract = 2, 1, ${slotOf('unit', 'contract', draw(6, 1), wholeSlots)}) as ordinary_unit`,
    `if(contract = 2, ${slotOf('unit', 'contract', draw(6, 1), wholeSlots)}, ordinary_unit) as unit`,
  ],
  [
    `${at('cell_level', 'cell')} + ${at('uf_effect', 'uf_place')} as local_level`,
    `if(is_common, arrayElement({year_levels:Array(Float64)}, happened), arrayElement({levels:Array(Float64)}, happened)) as month_level`,
    `local_level + ${at('residual', 'bitShiftRight(pay_draw, 6) + 1')} * ${at('cell_spread', 'cell')}
        + ${at('hours_effect', 'hours_place')} + ${at('size_effect', 'company_size + 1')}
        + if(is_common, 0., ${at('age_effect', 'intDiv(least(if(age_drawn = ' + noValue + ', 30, age_drawn), 74), 5) + 1')}
          + ${at('schooling_effect', 'schooling + 1')} + if(sex = 1, 0.012, -0.012) + if(balance = 1, 0.01, -0.01)) as pay_level`,
    `month_level * exp(pay_level) as drawn_pay`,
    `round(wage * time_share) as least_pay`,
    // A trade's floor lies a little below its level, at a place of its own in each state, and moves once a year.
    `arrayElement({year_levels:Array(Float64)}, happened) * exp(local_level - 0.14 + modulo(intHash64(cell * 64 + uf_place), 97) / 800) * time_share as floor_pay`,
    `${at('uf_heap_ratio', '(toUInt32(uf_place) - 1) * 64 + bitAnd(pay_draw, 63) + 1')} * wage as state_pay`,
    `${draw(7, 1)} as kind_draw`,
  ],
  [
    `multiIf(
        drawn_pay < least_pay, multiIf(
          kind_draw < ${share(0.68)}, least_pay,
          kind_draw < ${share(0.8)} and floor_pay >= least_pay, floor_pay,
          greatest(drawn_pay, least_pay * 0.5)),
        kind_draw < ${share(0.1)} and state_pay > 0 and abs(drawn_pay / state_pay - 1) < 0.2, state_pay,
        kind_draw < ${share(0.42)} and floor_pay >= least_pay and abs(drawn_pay / floor_pay - 1) < 0.22, floor_pay,
        drawn_pay >= least_pay * 1.5, multiIf(
          round_draw < ${share(0.2)}, greatest(round(drawn_pay / 50000), 1) * 50000,
          round_draw < ${share(0.36)}, round(drawn_pay / 10000) * 10000,
          round_draw < ${share(0.46)}, round(drawn_pay / 1000) * 1000,
          round_draw < ${share(0.55)}, round(drawn_pay / 100) * 100,
          drawn_pay),
        greatest(least_pay, multiIf(
          round_draw < ${share(0.2)}, round(drawn_pay / 10000) * 10000,
          round_draw < ${share(0.3)}, round(drawn_pay / 5000) * 5000,
          round_draw < ${share(0.46)}, round(drawn_pay / 1000) * 1000,
          round_draw < ${share(0.6)}, round(drawn_pay / 100) * 100,
          drawn_pay))) as agreed_pay`,
    `multiIf(unit = 1, 5 * if(hours_drawn = ${noValue}, 4400, greatest(hours_drawn, 1)) / 100, unit = 2, 30, unit = 3, 5, unit = 4, 2, 1.) as units_a_month`,
    `${half(8, 1)} / 4294967296 as amount`,
  ],
  [
    `multiIf(
        defect = 0, round(agreed_pay / units_a_month),
        defect = 2, 0,
        defect = 3, 1,
        defect = 4, multiIf(amount < 0.06, ceil(0.3 * wage), amount < 0.12, ceil(0.3 * wage) - 1, 2 + round(amount * 0.29 * wage)),
        defect = 5, multiIf(amount < 0.06, 150. * wage, amount < 0.12, 150. * wage + 1, least(round(drawn_pay) * 220, 9.9e7)),
        0) as amount_in_unit`,
    `if(defect = 0, unit, if(defect = 1, 99, 5)) as salary_unit`,
    `if(defect = 0, round(amount_in_unit * units_a_month), amount_in_unit) as monthly`,
  ],
];

const outputs: Readonly<Record<string, string>> = {
  month: `arrayElement({months:Array(UInt32)}, happened)`,
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
  declared_month: `arrayElement({months:Array(UInt32)}, declared)`,
  late: 'late',
  salary_unit: 'salary_unit',
  // An exclusion that is to find no line has an amount that no line can have.
  fixed_salary: `if(is_astray, toInt64(amount_in_unit) + 1, if(defect = 1, null, toInt64(amount_in_unit)))`,
};

const lastStage: readonly string[] = [
  `${slotOf('employer', 'section_place - 1', draw(5, 1), wholeSlots / 8)} as employer`,
  `${slotOf('origin', '0', draw(6, 3))} as odd_origin`,
];

/**
 * A select of the 28 shared columns. The source has the columns `row UInt64`, `key UInt64`, `declared UInt16` (a month by its
 * place in the parameters), `late UInt8` and `is_astray UInt8`. `kept` are more columns of it to come out.
 */
export function rowsSql(source: string, kept: readonly string[] = []): string {
  const inner = [...stages, lastStage].reduce(
    (before, added) => `select *, ${added.join(',\n      ')}\n    from (${before})`,
    source,
  );
  const columns = sharedNames.split(', ').map((name) => `${outputs[name]} as ${name}`);
  // Names such as uf stand for a column of the stages and of the result.
  return `
    select ${[...columns, ...kept].join(',\n      ')}
    from (${inner})`;
}

/** The tables' parameters, for every statement made of `rowsSql`. */
export const tableParams: Readonly<Record<string, readonly number[]>> = tables;

function repeatedShare(): number {
  const { repeatedLines, lines } = generatorTables().calibration;
  return repeatedLines / lines;
}
