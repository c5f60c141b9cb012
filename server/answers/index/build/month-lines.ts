import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { defined } from '../format/numbers.ts';
import {
  type LineOrder,
  type LineRun,
  type MonthSections,
  type MovementLines,
  sections,
  severalStates,
} from '../format/layout.ts';
import {
  type Detail,
  codedName,
  detailNames,
  bitOfFlag,
  flagCombinations,
  flagsShift,
  isUsual,
  traitFields,
} from '../format/line-columns.ts';
import { type Numbers, numbersOf } from '../format/number-blocks.ts';
import { allCodes, numberedCodes } from './code-numbers.ts';
import { cancelledRows, orderLines, rowsByWeight } from './sort-lines.ts';

/** A column of the file's lines, which has a section for each order. */
type SectionColumn = 'traits' | 'municipality' | 'subclass' | Detail;
const sectionColumns: readonly SectionColumn[] = [
  'traits',
  ...detailNames,
  'municipality',
  'subclass',
];

/** A movement's columns in one order. Municipalities and subclasses have the numbers of `numberedCodes`. */
type OrderedColumns = Readonly<Record<SectionColumn, Numbers>>;

/** A movement's lines in both orders. Its lines and its distinct salaries are counted from 0. */
export interface OrderedMovement {
  readonly balance: 1 | -1;
  /** Rows of `linesSql`, including those that cancel a line. */
  readonly rows: number;
  readonly lines: number;
  readonly columns: Readonly<Record<LineOrder, OrderedColumns>>;
  readonly salaryRuns: readonly LineRun[];
  readonly occupationRuns: readonly (LineRun & { readonly cbo: number })[];
  /** The numbers of the section `distinct`. */
  readonly distinct: Uint32Array;
  /** The codes by their numbers. */
  readonly municipalities: Uint32Array;
  readonly subclasses: Uint32Array;
}

/** Orders a movement's lines, the rows of `linesSql`. Throws as `cancelledRows` does. */
export function orderMovement(balance: 1 | -1, rows: WholeColumns): OrderedMovement {
  const { column } = rows;
  const { counted, cancelling } = rowsByWeight(rows);
  const traits = markedTraits(rows, counted, cancelling);
  const unusual = unusualRows(traits);
  const group = groupsOf(column('cbo'), unusual);
  const municipality = numberedCodes(column('municipality'));
  const subclass = numberedCodes(column('subclass'));
  const valuesOf = (name: SectionColumn) => {
    if (name === 'traits') return traits;
    if (name === 'municipality') return municipality.numbers;
    return name === 'subclass' ? subclass.numbers : column(codedName(name));
  };
  const columnsIn = (order: LineOrder, inOrder: Uint32Array): OrderedColumns => {
    const columns = sectionColumns.map((name) => [
      name,
      taken<Numbers>(valuesOf(name), inOrder, numbersOf[sections[`${order}.${name}`].bytes]),
    ]);
    return Object.fromEntries(columns);
  };
  const runsBy = (groups: NumberColumn, inOrder: Uint32Array) =>
    runsIn({
      group: taken(groups, inOrder, Uint32Array),
      pay: taken(column('pay'), inOrder, Uint32Array),
      known: taken(column('known'), inOrder, Uint8Array),
    });
  const { bySalary, byOccupation } = orderLines(rows, counted, {
    unusual,
    group,
    subclass: subclass.numbers,
  });
  const salary = runsBy(unusual, bySalary);
  const occupation = runsBy(group, byOccupation);
  const distinct = new Uint32Array(salary.distinct.length + occupation.distinct.length);
  distinct.set(salary.distinct);
  distinct.set(occupation.distinct, salary.distinct.length);
  return {
    balance,
    rows: rows.rows,
    lines: counted.length,
    columns: {
      salary: columnsIn('salary', bySalary),
      occupation: columnsIn('occupation', byOccupation),
    },
    salaryRuns: salary.runs,
    occupationRuns: occupation.runs.map((run) => ({
      ...moved(run, { lines: 0, distinct: salary.distinct.length }),
      cbo: defined(column('cbo')[defined(byOccupation[run.start])]),
    })),
    distinct,
    municipalities: municipality.codes,
    subclasses: subclass.codes,
  };
}

/** The memory of a movement, which another thread can take over. */
export const buffersOf = (movement: OrderedMovement): ArrayBuffer[] => {
  const { columns, distinct, municipalities, subclasses } = movement;
  const arrays: Numbers[] = Object.values(columns).flatMap((own) => Object.values(own));
  return [...arrays, distinct, municipalities, subclasses].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
};

/** The run after so many more lines and numbers of `distinct`. */
const moved = (
  run: LineRun,
  { lines, distinct }: { readonly lines: number; readonly distinct: number },
): LineRun => ({
  isUsual: run.isUsual,
  start: run.start + lines,
  known: run.known + lines,
  end: run.end + lines,
  firstDistinct: run.firstDistinct + distinct,
  endDistinct: run.endDistinct + distinct,
});

/** The contents of a month's file: its movements, one after another. */
export function monthSections(ordered: readonly OrderedMovement[]): MonthSections {
  const municipalities = allCodes(ordered.map((own) => own.municipalities));
  const subclasses = allCodes(ordered.map((own) => own.subclasses));
  const movements: MovementLines[] = [];
  const runs: number[] = [];
  const distinct = new Uint32Array(ordered.reduce((sum, own) => sum + own.distinct.length, 0));
  const before = { lines: 0, distinct: 0 };
  for (const { balance, lines, distinct: own, salaryRuns, occupationRuns } of ordered) {
    const start = before.lines;
    movements.push({
      balance,
      start,
      end: start + lines,
      salaryRuns: salaryRuns.map((run) => moved(run, before)),
    });
    for (const { cbo, ...run } of occupationRuns) {
      const { isUsual: usual, ...placed } = moved(run, before);
      const { known, end, firstDistinct, endDistinct } = placed;
      runs.push(cbo, placed.start, known, end, Number(usual), firstDistinct, endDistinct);
    }
    distinct.set(withEndsMoved(own, [...salaryRuns, ...occupationRuns], start), before.distinct);
    before.lines += lines;
    before.distinct += own.length;
  }
  const joined = <Order extends LineOrder>(
    order: Order,
  ): Readonly<Record<`${Order}.${SectionColumn}`, Numbers>> => {
    const columns = sectionColumns.map((name) => {
      const whole = new numbersOf[sections[`${order}.${name}`].bytes](before.lines);
      for (const [movement, own] of ordered.entries()) {
        const values = own.columns[order][name];
        if (name === 'municipality') toPlaces(values, defined(municipalities.placesOf[movement]));
        if (name === 'subclass') toPlaces(values, defined(subclasses.placesOf[movement]));
        whole.set(values, defined(movements[movement]).start);
      }
      return [`${order}.${name}`, whole];
    });
    return Object.fromEntries(columns);
  };
  const salary = joined('salary');
  return {
    movements,
    sections: {
      runs: Uint32Array.from(runs),
      distinct,
      municipalities: municipalities.codes,
      municipalityStates: statesOf(
        salary['salary.traits'],
        salary['salary.municipality'],
        municipalities.codes.length,
      ),
      subclasses: subclasses.codes,
      ...joined('occupation'),
      ...salary,
    },
  };
}

/** The numbers of `distinct` with the ends of each run's salaries so many lines later. */
function withEndsMoved(
  distinct: Uint32Array,
  runs: readonly LineRun[],
  lines: number,
): Uint32Array {
  if (lines === 0) return distinct;
  for (const { firstDistinct, endDistinct } of runs) {
    for (let at = (firstDistinct + endDistinct) / 2; at < endDistinct; at++) {
      distinct[at] = defined(distinct[at]) + lines;
    }
  }
  return distinct;
}

/** Replaces the numbers of codes by their places. */
function toPlaces(numbers: Numbers, placeOf: Uint16Array): void {
  for (let at = 0; at < numbers.length; at++) numbers[at] = defined(placeOf[defined(numbers[at])]);
}

/** The state of each municipality's lines. */
function statesOf(traits: Numbers, places: Numbers, municipalities: number): Uint16Array {
  const { shift, bits } = traitFields.state;
  const unseen = severalStates - 1;
  const states = new Uint16Array(municipalities).fill(unseen);
  for (let row = 0; row < places.length; row++) {
    const place = defined(places[row]);
    const state = (defined(traits[row]) >>> shift) & (2 ** bits - 1);
    const known = states[place];
    if (known === unseen) states[place] = state;
    else if (known !== state) states[place] = severalStates;
  }
  return states;
}

/** The rows' traits and flags, with the flag of cancelled lines. */
function markedTraits(
  rows: WholeColumns,
  counted: Uint32Array,
  cancelling: Uint32Array,
): Uint32Array {
  const traits = Uint32Array.from(rows.column('coded'));
  const cancelled = 2 ** bitOfFlag('cancelled');
  for (const row of cancelledRows(rows, counted, cancelling)) {
    traits[row] = defined(traits[row]) + cancelled;
  }
  return traits;
}

/** 1 for each row that is not usual. */
function unusualRows(traits: Uint32Array): Uint8Array {
  const ofFlags = Uint8Array.from({ length: flagCombinations }, (_, flags) =>
    isUsual(flags) ? 0 : 1,
  );
  const unusual = new Uint8Array(traits.length);
  for (let row = 0; row < unusual.length; row++) {
    unusual[row] = defined(ofFlags[defined(traits[row]) >>> flagsShift]);
  }
  return unusual;
}

/** Each row's group: twice the place of its occupation among all, and 1 more if it is not usual. */
function groupsOf(cbo: NumberColumn, unusual: Uint8Array): Uint32Array {
  const { codes, numbers } = numberedCodes(cbo);
  const placeOf = defined(allCodes([codes]).placesOf[0]);
  const groups = new Uint32Array(cbo.length);
  for (let row = 0; row < groups.length; row++) {
    groups[row] = defined(placeOf[defined(numbers[row])]) * 2 + defined(unusual[row]);
  }
  return groups;
}

/** A column's values in the order of some rows. */
function taken<Sorted extends Numbers>(
  values: NumberColumn,
  order: Uint32Array,
  kind: new (length: number) => Sorted,
): Sorted {
  const sorted = new kind(order.length);
  for (let at = 0; at < order.length; at++) sorted[at] = defined(values[defined(order[at])]);
  return sorted;
}

interface OrderedKeys {
  /** Odd for lines that are not usual. */
  readonly group: Uint32Array;
  readonly pay: Uint32Array;
  /** 0 for the lines without a salary, the first ones of their group. */
  readonly known: Uint8Array;
}

/**
 * Splits ordered lines into runs of one group, and returns their part of the section `distinct`.
 */
function runsIn({ group, pay, known }: OrderedKeys): {
  readonly runs: readonly LineRun[];
  readonly distinct: Uint32Array;
} {
  const runs: LineRun[] = [];
  const distinct = new Uint32Array(group.length * 2);
  const ends = new Uint32Array(group.length);
  let length = 0;
  for (let start = 0, end = 0; start < group.length; start = end) {
    const own = defined(group[start]);
    while (end < group.length && group[end] === own) end++;
    let paid = start;
    while (paid < end && known[paid] === 0) paid++;
    const firstDistinct = length;
    let count = 0;
    for (let at = paid; at < end; at++) {
      if (at + 1 < end && pay[at] === pay[at + 1]) continue;
      distinct[length++] = defined(pay[at]);
      ends[count++] = at + 1;
    }
    distinct.set(ends.subarray(0, count), length);
    length += count;
    runs.push({
      isUsual: own % 2 === 0,
      start,
      known: paid,
      end,
      firstDistinct,
      endDistinct: length,
    });
  }
  return { runs, distinct: distinct.slice(0, length) };
}
