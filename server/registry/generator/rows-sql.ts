import { sharedNames } from '../../platform/warehouse/schema.ts';
import { at, draw, half, oneOf, ofMonth, share, slotOf } from './draws.ts';
import { payStages } from './pay-sql.ts';
import { wholeSlots } from './slots.ts';
import { generatorTables, noValue } from './tables.ts';

/**
 * One line of the registry as a pure function of its file's key and its position in the file, as SQL. Hashes of both
 * are split into draws, and each draw looks up a value in a table. So the position of a line is enough to generate the
 * exclusion that cancels it, and a text file has the same rows as the batch that is loaded.
 */
const { sections, cellCount, calibration, unknownActivity } = generatorTables();

const repeatedShare = calibration.repeatedLines / calibration.lines;
const hashes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The columns that each stage adds to those of the one before. */
const stages: readonly (readonly string[])[] = [
  [
    // Some lines repeat the previous one, as in the real files.
    `toUInt64(row - (row > 0 and toUInt16(intHash64(row * 31 + key)) < ${share(repeatedShare)})) as line`,
    `intHash64(line + intHash64(key)) as base`,
  ],
  hashes.map((number) => `intHash64(base + ${number}) as h${number}`),
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

const letters = sections.map((section) => `'${section}'`).join(', ');

const outputs: Readonly<Record<string, string>> = {
  month: ofMonth('months', 'UInt32'),
  region: `intDiv(uf, 10)`,
  uf: 'uf',
  municipality: at('place_municipality', 'place'),
  section: `arrayElement(cast([${letters}], 'Array(LowCardinality(String))'), section_place)`,
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
  declared_month: ofMonth('months', 'UInt32', 'declared'),
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
 * Selects the 28 shared columns. The source has `row UInt64`, `key UInt64`, `declared UInt16` (a month's position in
 * the parameters), `late` and `is_astray`. `kept` are additional output columns.
 */
export function rowsSql(source: string, kept: readonly string[] = []): string {
  const inner = stages.reduce(
    (before, added) => `select *, ${added.join(',\n      ')}\n    from (${before})`,
    source,
  );
  const columns = sharedNames.split(', ').map((name) => `${outputs[name]} as ${name}`);
  return `
    select ${[...columns, ...kept].join(',\n      ')}
    from (${inner})`;
}
