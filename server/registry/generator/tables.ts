import { readActivities, type Activities } from './activities.ts';
import { readCalibration, readCounts, type Calibration, type Weighted } from './calibration.ts';
import { codeText, readCells, type Cell } from './cells.ts';
import { readPlaces } from './places.ts';
import { aliasTable, caseSlots, slots, total, wholeSlots } from './slots.ts';

/**
 * The tables from which lines are drawn, in the form that the engine receives: lists of numbers, with positions from 1.
 */
export type Tables = Readonly<Record<string, readonly number[]>>;

let built: GeneratorTables | undefined;

export interface GeneratorTables {
  readonly calibration: Calibration;
  readonly tables: Tables;
  readonly sections: readonly string[];
  readonly cellCount: number;
  readonly unknownActivity: Activities['unknown'];
}

/** The product's tables, built on the first call and then reused. */
export function generatorTables(): GeneratorTables {
  built ??= build(readCalibration());
  return built;
}

function build(calibration: Calibration): GeneratorTables {
  const cells = readCells(calibration);
  const places = readPlaces(calibration);
  const ufs = places.states;
  const effects = readCounts(calibration.effects);
  const activities = readActivities(calibration, cells);
  const cases = casesOf(calibration, cells);
  const cellAlias = aliasTable(cells.map(({ weight }) => weight));
  const hours = hoursOf(calibration, effects);
  const categories = [...new Set(valuesOf(calibration.category))];
  const defects = readCounts(calibration.defects);
  return {
    calibration,
    sections: activities.sections,
    cellCount: cells.length,
    unknownActivity: activities.unknown,
    tables: {
      cell_thresholds: cellAlias.thresholds,
      cell_others: cellAlias.others,
      cell_cbo: cells.map(({ cbo }) => cbo),
      cell_contract: cells.map(({ contract }) => contract),
      cell_women: cells.map(({ women }) => Math.round(women * 65_536)),
      cell_level: cells.map(({ level }) => fine(level)),
      cell_spread: cells.map(({ spread }) => fine(spread)),
      cell_schooling: cases.schooling.ofCell,
      cell_age: cases.age.ofCell,
      cell_hours: cases.hours.ofCell,
      cell_category: cases.category.ofCell,
      cell_first_activity: activities.first,
      cell_activities: activities.count,
      activity_slots: activities.slots,
      any_activity: activities.everywhere,
      activity_subclass: activities.subclasses,
      activity_section: activities.sectionOf,
      cell_state: cases.state.ofCell,
      state: cases.state.slots.map((uf) => ufs.indexOf(uf) + 1),
      state_first_place: places.first,
      state_places: places.count,
      place_thresholds: places.thresholds,
      place_others: places.others,
      place_municipality: places.municipalities,
      uf_code: ufs,
      uf_effect: ufs.map((uf) => effectOf(effects, 'uf', String(uf))),
      uf_minimum: ufs.map((uf) =>
        Math.round(65_536 * (effectOf(effects, 'minimum', String(uf)) || 0.4)),
      ),
      uf_race: caseTable(
        ufs.map((uf) => countsOf(calibration.race, String(uf), '35')),
        'race',
      ),
      uf_heap_ratio: ufs.flatMap((uf) => heapSlots(calibration, uf)),
      schooling: cases.schooling.slots,
      schooling_effect: effectsTo(effects, 'schooling', 100),
      age: cases.age.slots,
      age_effect: Array.from({ length: 20 }, (_, five) =>
        effectOf(effects, 'age', String(five * 5)),
      ),
      hours: cases.hours.slots.map((value) => hours.values.indexOf(value) + 1),
      hours_value: hours.values,
      hours_effect: hours.effects,
      category: cases.category.slots.map((value) => categories.indexOf(String(value)) + 1),
      category_code: categories.map(Number),
      category_defects: categories.flatMap((category) =>
        slots(
          (defects.get(category) ?? []).map(
            ([name, lines]) => [defectNumber(name), lines] as const,
          ),
          wholeSlots,
          `defects ${category}`,
        ),
      ),
      size: caseTable(
        activities.sections.map((section) => countsOf(calibration.size, section, 'G')),
        'size',
      ),
      size_effect: effectsTo(effects, 'size', 11),
      employer: caseTable(
        activities.sections.map((section) => pairs(countsOf(calibration.employer, section, '*'))),
        'employer',
        wholeSlots / 8,
      ),
      movement_type: caseTable(
        ['-1', '1'].map((balance) => countsOf(calibration.movementType, balance, balance)),
        'movement type',
        wholeSlots,
      ),
      disability: caseTable([countsOf(calibration.disability, '*', '*')], 'disability', wholeSlots),
      part_time: caseTable(
        ['0/long', '0/short', '1/long', '1/short', '2/long', '2/short'].map((key) =>
          countsOf(calibration.partTime, key, '0/short'),
        ),
        'part time',
      ),
      unit: caseTable(
        ['0', '1', '2'].map((key) =>
          countsOf(calibration.unit, key, '0').filter(([unit]) => unit !== 99),
        ),
        'unit',
        wholeSlots,
      ),
      origin: caseTable([pairs(countsOf(calibration.origin, '1', '1'))], 'origin'),
      months_back: caseTable([countsOf(calibration.months, '*', '*')], 'months', wholeSlots),
      residual: residualTable(calibration),
    },
  };
}

const fine = (value: number) => Math.round(value * 10_000) / 10_000;

const valuesOf = (lines: readonly string[]) =>
  [...readCounts(lines).values()].flatMap((weighted) => weighted.map(([value]) => value));

function countsOf(lines: readonly string[], key: string, other: string): Weighted<number> {
  const counts = readCounts(lines);
  const found = counts.get(key) ?? counts.get(other) ?? [];
  return found.map(([value, weight]) => [pairNumber(value), weight] as const);
}

/** Encodes `3/9` as 39. */
function pairNumber(value: string): number {
  if (value === '-') return noValue;
  const [first = '', second] = value.split('/');
  return second === undefined ? Number(first) : Number(first) * 10 + Number(second);
}

const pairs = (weighted: Weighted<number>) => weighted;

/** Represents an empty field in the tables of small numbers. */
export const noValue = 65_535;

const caseTable = (cases: readonly Weighted<number>[], seed: string, count = caseSlots) =>
  cases.flatMap((weighted, index) => slots(weighted, count, `${seed} ${index}`));

interface Cases {
  /** The case from which each cell draws. */
  readonly ofCell: readonly number[];
  readonly slots: readonly number[];
}

const casesByName = ['schooling', 'age', 'hours', 'category', 'state'] as const;

function casesOf(
  calibration: Calibration,
  cells: readonly Cell[],
): Readonly<Record<(typeof casesByName)[number], Cases>> {
  const of = (name: (typeof casesByName)[number]): Cases => {
    const counts = readCounts(calibration[name]);
    const keys = [...counts.keys()];
    return {
      ofCell: cells.map((cell) => keys.indexOf(closest(keys, cell))),
      slots: keys.flatMap((key) =>
        slots(
          (counts.get(key) ?? []).map(([value, lines]) => [pairNumber(value), lines] as const),
          caseSlots,
          `${name} ${key}`,
        ),
      ),
    };
  };
  return {
    schooling: of('schooling'),
    age: of('age'),
    hours: of('hours'),
    category: of('category'),
    state: of('state'),
  };
}

function closest(keys: readonly string[], { cbo, contract }: Cell): string {
  const code = codeText(cbo);
  for (const digits of [3, 2, 1, 0]) {
    const key = `${contract}/${code.slice(0, digits)}`;
    if (keys.includes(key)) return key;
  }
  throw new RangeError(`the calibration has no case for contract ${contract}`);
}

type Effects = ReadonlyMap<string, Weighted<string>>;

const effectOf = (effects: Effects, factor: string, value: string) =>
  fine(effects.get(factor)?.find(([known]) => known === value)?.[1] ?? 0);

const effectsTo = (effects: Effects, factor: string, count: number) =>
  Array.from({ length: count }, (_, index) => effectOf(effects, factor, String(index)));

function hoursOf(calibration: Calibration, effects: Effects) {
  const values = [...new Set(valuesOf(calibration.hours))].map(pairNumber);
  return {
    values,
    effects: values.map((hours) => {
      const known = effectOf(effects, 'hours', String(hours));
      if (known !== 0 || hours >= 3000 || hours < 400) return known;
      return fine(Math.log(hours / 4400) * 0.7);
    }),
  };
}

const defectNames = ['none', 'empty', 'zero', 'cent', 'tiny', 'huge'];
const defectNumber = (name: string) => defectNames.indexOf(name);

/** Pay that recurs in a state, in minimum wages: 64 slots per state, 0 where pay stays as drawn. */
function heapSlots({ heaped }: Calibration, uf: number): number[] {
  const own = heaped
    .map((line) => line.split(' ').map(Number))
    .filter(([state]) => state === uf)
    .map(([, ratio = 0, share = 0]) => [ratio, share] as const);
  const left = Math.max(0, 1 - total(own));
  return slots([...own, [0, left] as const], 64, `heaps ${uf}`);
}

function residualTable({ residuals }: Calibration): number[] {
  // The extreme quantiles come from a handful of lines, most of them with a misplaced decimal comma.
  const at = (place: number) => Math.min(2.6, Math.max(-3, residuals[place] ?? 0));
  return Array.from({ length: 1024 }, (_, index) => {
    const position = ((index + 0.5) / 1024) * residuals.length - 0.5;
    const low = Math.min(residuals.length - 2, Math.max(0, Math.floor(position)));
    return fine(at(low) + (at(low + 1) - at(low)) * (position - low));
  });
}
