import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { sectionOfSubclass } from '../../reference/cnaes.ts';
import { aliasTables, slots, total, wholeSlots, type Weighted } from './slots.ts';

const numbersOf = (text: string) => text.split(' ').map(Number);

/** A line `key value:weight …`. */
function weightsOf(line: string): readonly [key: string, Weighted<string>] {
  const [key = '', ...counts] = line.split(' ');
  const weights = counts.map((count): readonly [string, number] => {
    const [value = '', weight = '0'] = count.split(':');
    return [value, Number(weight)];
  });
  return [key, weights];
}

const Lines = z.array(z.string());
const Numbers = z.string().transform(numbersOf);
const Counts = Lines.transform((lines) => new Map(lines.map(weightsOf)));
/** Lines `key value:slots …`: the keys, and the slots of all of them, in which each value occurs that often. */
const Slots = Lines.transform((lines) => {
  const rows = lines.map(weightsOf);
  const filled = rows.flatMap(([, weights]) =>
    weights.flatMap(([value, count]) => Array.from({ length: count }, () => Number(value))),
  );
  return { keys: rows.map(([key]) => key), slots: filled };
});
const number = z.number();
/** `cbo contract weight women level spread`. */
const Cells = Lines.transform((lines) => lines.map(numbersOf)).pipe(
  z.array(z.tuple([number, number, number, number, number, number])),
);

const Calibration = z.object({
  /** The files in which the figures were counted. */
  source: z.string(),
  lines: number,
  excludedLines: number,
  /** Number of lines that are equal to an earlier one. */
  repeatedLines: number,
  /** Admissions and separations of January to December of a usual year, the mean of 2022 and 2023, as of July 2022. */
  season: z.array(z.tuple([number, number])),
  /**
   * Each occupation under a kind of contract (0 ordinary, 1 apprentice, 2 on call): its weight, of which whole numbers
   * are counts of lines; the women of 65,536; the logarithm of its median pay in minimum wages, and the distance to its
   * 90th percentile.
   */
  cells: Cells,
  /** Activities by occupation, by its first two digits, and of all (`*`). */
  activities: Counts,
  places: Counts,
  /** By `indicadordeforadoprazo`, the months between declaration and exclusion. */
  excluded: Counts,
  schooling: Slots,
  age: Slots,
  hours: Slots,
  category: Slots,
  state: Slots,
  /** By state; these and the following rows are in the order of their keys. */
  race: Slots,
  /** By section. */
  size: Slots,
  /** By section: 23 is `tipoempregador` 2 and `tipoestabelecimento` 3. */
  employer: Slots,
  movementType: Slots,
  disability: Slots,
  partTime: Slots,
  unit: Slots,
  /** Two digits, `origemdainformação` and then `indtrabintermitente`: 31 is 3 and 1. */
  origin: Slots,
  /** By category: 0 none, 1 empty, 2 zero, 3 one cent, 4 below the bounds of MTE's rule, 5 above. */
  defects: Slots,
  months: Slots,
  /** By state, the pay in minimum wages that recurs in it; 0 leaves the pay as drawn. */
  recurringPay: Slots,
  /** `hours effect`: this and the other effects are added to the logarithm of pay. */
  hoursEffect: Lines.transform((lines) => lines.map(numbersOf)),
  stateEffect: Numbers,
  /** Lines of 65,536 that have exactly the minimum wage, by state. */
  minimumWage: Numbers,
  schoolingEffect: Numbers,
  /** In steps of five years. */
  ageEffect: Numbers,
  sizeEffect: Numbers,
  /** Evenly spaced quantiles of pay about its level; the unit is an occupation's median to its 90th percentile. */
  residual: Numbers,
});

/** The distributions from which the generator draws (docs/synthetic-data.md). */
export const calibration = Calibration.parse(
  JSON.parse(readFileSync(new URL('calibration.json', import.meta.url), 'utf8')),
);

/** Represents an empty field in the tables of small numbers. */
export const noValue = 65_535;

const { cells } = calibration;
export const cellCount = cells.length;
const cellAlias = aliasTables([cells.map(([cbo, , weight]) => [cbo, weight])]);

const codeText = (cbo: number) => String(cbo).padStart(6, '0');

/** For each cell, the position (from 0) of the most specific key, `contract/digits`, that covers its occupation. */
const caseOfCells = ({ keys }: { readonly keys: readonly string[] }) =>
  cells.map(([cbo, contract]) => {
    const place = [3, 2, 1, 0]
      .map((digits) => keys.indexOf(`${contract}/${codeText(cbo).slice(0, digits)}`))
      .find((found) => found !== -1);
    if (place === undefined) throw new RangeError(`There is no case for contract ${contract}.`);
    return place;
  });

const everywhere = calibration.activities.get('*') ?? [];
const subclasses = everywhere.map(([subclass]) => subclass);
const unknownSubclass = subclasses.indexOf('9999999');

/** The position, from 1, of the activity that stands for "unknown", and its share of all lines. */
export const unknownActivity = {
  place: unknownSubclass + 1,
  share: (everywhere[unknownSubclass]?.[1] ?? 0) / total(everywhere),
};

const sectionOfActivity = subclasses.map((code) => sectionOfSubclass(code.padStart(7, '0')) ?? 'Z');
export const sections: readonly string[] = [...new Set(sectionOfActivity)].toSorted();

/** The activities of each cell's employers: its own occupation's, and for the rest those of its group and of all. */
function activitiesOfCells() {
  const filled: string[] = [];
  const first: number[] = [];
  const count: number[] = [];
  for (const [cbo, contract, weight] of cells) {
    const code = codeText(cbo);
    const ofCode = calibration.activities.get(code) ?? [];
    const group = calibration.activities.get(code.slice(0, 2)) ?? everywhere;
    const rest = Math.max(1, weight - total(ofCode));
    const mixed = [...ofCode, ...scaled(group, rest * 0.85), ...scaled(everywhere, rest * 0.15)];
    const wanted = Math.min(600, Math.max(16, Math.ceil(weight / 2)));
    first.push(filled.length);
    count.push(wanted);
    filled.push(...slots(mixed, wanted, `activity ${code} ${contract}`));
  }
  return { filled, first, count };
}

const scaled = (weighted: Weighted<string>, to: number): Weighted<string> => {
  const sum = total(weighted);
  return weighted.map(([value, weight]) => [value, (weight * to) / sum] as const);
};

const activities = activitiesOfCells();

const municipalities = [...calibration.places.values()];
const places = aliasTables(municipalities);

/** Values as positions, from 1, in a list; 0 for a value that is not in it. */
function positionsIn<Value>(list: readonly Value[], values: readonly Value[]): number[] {
  const positions = new Map(list.map((value, index) => [value, index + 1]));
  return values.map((value) => positions.get(value) ?? 0);
}

const ufs = [...calibration.places.keys()].map(Number);
const hours = calibration.hoursEffect.map(([value = noValue]) => value);
const categories = calibration.defects.keys.map(Number);

/** The tables from which lines are drawn, as the engine receives them: lists of numbers, with positions from 1. */
export const tables = {
  cell_thresholds: cellAlias.thresholds,
  cell_others: cellAlias.others,
  cell_cbo: cells.map(([cbo]) => cbo),
  cell_contract: cells.map(([, contract]) => contract),
  cell_women: cells.map(([, , , women]) => women),
  cell_level: cells.map(([, , , , level]) => level),
  cell_spread: cells.map(([, , , , , spread]) => spread),
  cell_schooling: caseOfCells(calibration.schooling),
  cell_age: caseOfCells(calibration.age),
  cell_hours: caseOfCells(calibration.hours),
  cell_category: caseOfCells(calibration.category),
  cell_state: caseOfCells(calibration.state),
  cell_first_activity: activities.first,
  cell_activities: activities.count,
  activity_slots: positionsIn(subclasses, activities.filled),
  any_activity: positionsIn(subclasses, slots(everywhere, wholeSlots, 'activity')),
  activity_subclass: subclasses.map(Number),
  activity_section: positionsIn(sections, sectionOfActivity),
  state: positionsIn(ufs, calibration.state.slots),
  state_first_place: places.first,
  state_places: places.count,
  place_thresholds: places.thresholds,
  place_others: places.others,
  place_municipality: municipalities.flat().map(([code]) => Number(code)),
  uf_code: ufs,
  uf_effect: calibration.stateEffect,
  uf_minimum: calibration.minimumWage,
  uf_race: calibration.race.slots,
  uf_recurring_pay: calibration.recurringPay.slots,
  schooling: calibration.schooling.slots,
  schooling_effect: calibration.schoolingEffect,
  age: calibration.age.slots,
  age_effect: calibration.ageEffect,
  hours: positionsIn(hours, calibration.hours.slots),
  hours_value: hours,
  hours_effect: calibration.hoursEffect.map(([, effect = 0]) => effect),
  category: positionsIn(categories, calibration.category.slots),
  category_code: categories,
  category_defects: calibration.defects.slots,
  size: calibration.size.slots,
  size_effect: calibration.sizeEffect,
  employer: calibration.employer.slots,
  movement_type: calibration.movementType.slots,
  disability: calibration.disability.slots,
  part_time: calibration.partTime.slots,
  unit: calibration.unit.slots,
  origin: calibration.origin.slots,
  months_back: calibration.months.slots,
  residual: calibration.residual,
} satisfies Readonly<Record<string, readonly number[]>>;
export type TableName = keyof typeof tables;
