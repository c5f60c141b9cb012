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
  flagCombinations,
  flagNames,
  flagsShift,
  isUsual,
  traitFields,
} from '../format/line-columns.ts';
import { type Numbers, numbersOf } from '../format/number-blocks.ts';
import { CodeNumbers } from './code-numbers.ts';
import { cancelledRows, orderLines, rowsByWeight } from './sort-lines.ts';

/** A column of the file's lines, which has a section for each order. */
type SectionColumn = 'traits' | 'municipality' | 'subclass' | Detail;
const sectionColumns: readonly SectionColumn[] = [
  'traits',
  ...detailNames,
  'municipality',
  'subclass',
];

/** A movement's columns in one order. Municipalities and subclasses have the numbers of `CodeNumbers`. */
type OrderedColumns = Readonly<Record<SectionColumn, Numbers>>;

/** The lines of a month: its admissions are added first, then its dismissals. */
export class MonthLines {
  readonly #municipalities = new CodeNumbers();
  readonly #subclasses = new CodeNumbers();
  readonly #movements: MovementLines[] = [];
  readonly #columns: Readonly<Record<LineOrder, OrderedColumns[]>> = { occupation: [], salary: [] };
  /** The numbers of the sections of the same names. */
  readonly #runs: number[] = [];
  readonly #distinct: number[] = [];
  #rows = 0;
  #lines = 0;

  /** Rows that were added, including those that cancel a line. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Orders a movement's lines, the rows of `linesSql`. Throws as `cancelledRows` does, and `RangeError` for another
   * movement than the next one.
   */
  add(balance: 1 | -1, rows: WholeColumns): void {
    if (balance !== [1, -1][this.#movements.length]) {
      throw new RangeError('Admissions come first, then dismissals.');
    }
    const { column } = rows;
    const { counted, cancelling } = rowsByWeight(rows);
    const traits = markedTraits(rows, counted, cancelling);
    const unusual = unusualRows(traits);
    const group = groupsOf(column('cbo'), unusual);
    const municipality = this.#municipalities.numberRows(column('municipality'));
    const subclass = this.#subclasses.numberRows(column('subclass'));
    const valuesOf = (name: SectionColumn) => {
      if (name === 'traits') return traits;
      if (name === 'municipality') return municipality;
      return name === 'subclass' ? subclass : column(codedName(name));
    };
    const storeInOrder = (order: LineOrder, inOrder: Uint32Array, groups: NumberColumn) => {
      const columns = sectionColumns.map((name) => [
        name,
        taken<Numbers>(valuesOf(name), inOrder, numbersOf[sections[`${order}.${name}`].bytes]),
      ]);
      this.#columns[order].push(Object.fromEntries(columns));
      const keys = {
        group: taken(groups, inOrder, Uint32Array),
        pay: taken(column('pay'), inOrder, Uint32Array),
        known: taken(column('known'), inOrder, Uint8Array),
      };
      return runsIn(keys, this.#lines, this.#distinct);
    };
    const { bySalary, byOccupation } = orderLines(rows, counted, { unusual, group, subclass });
    const salaryRuns = storeInOrder('salary', bySalary, unusual);
    for (const { isUsual: usual, ...run } of storeInOrder('occupation', byOccupation, group)) {
      const code = defined(column('cbo')[defined(byOccupation[run.start - this.#lines])]);
      const { start, known, end, firstDistinct, endDistinct } = run;
      this.#runs.push(code, start, known, end, Number(usual), firstDistinct, endDistinct);
    }
    const end = this.#lines + counted.length;
    this.#movements.push({ balance, start: this.#lines, end, salaryRuns });
    this.#rows += rows.rows;
    this.#lines = end;
  }

  /** The contents of the month's file. */
  sections(): MonthSections {
    const municipalities = this.#municipalities.sorted();
    const subclasses = this.#subclasses.sorted();
    const placeOf = { municipality: municipalities.placeOf, subclass: subclasses.placeOf };
    const salary = this.#joined('salary', placeOf);
    return {
      movements: this.#movements,
      sections: {
        runs: Uint32Array.from(this.#runs),
        distinct: Uint32Array.from(this.#distinct),
        municipalities: municipalities.codes,
        municipalityStates: statesOf(
          salary['salary.traits'],
          salary['salary.municipality'],
          municipalities.codes.length,
        ),
        subclasses: subclasses.codes,
        ...this.#joined('occupation', placeOf),
        ...salary,
      },
    };
  }

  /** The columns of both movements in one order, with the places of codes instead of their numbers. */
  #joined<Order extends LineOrder>(
    order: Order,
    placeOf: Readonly<Record<'municipality' | 'subclass', Uint16Array>>,
  ): Readonly<Record<`${Order}.${SectionColumn}`, Numbers>> {
    const columns = sectionColumns.map((name) => {
      const whole = new numbersOf[sections[`${order}.${name}`].bytes](this.#lines);
      for (const [movement, own] of this.#columns[order].entries()) {
        whole.set(own[name], defined(this.#movements[movement]).start);
      }
      if (name === 'municipality' || name === 'subclass') toPlaces(whole, placeOf[name]);
      return [`${order}.${name}`, whole];
    });
    return Object.fromEntries(columns);
  }
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
  const cancelled = 2 ** (flagsShift + flagNames.indexOf('cancelled'));
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
  const occupations = new CodeNumbers();
  const numbers = occupations.numberRows(cbo);
  const { placeOf } = occupations.sorted();
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
 * Splits ordered lines into runs of one group, and appends those of the section `distinct`. The first line is line
 * `first` of the month.
 */
function runsIn({ group, pay, known }: OrderedKeys, first: number, distinct: number[]): LineRun[] {
  const runs: LineRun[] = [];
  for (let start = 0, end = 0; start < group.length; start = end) {
    const own = defined(group[start]);
    while (end < group.length && group[end] === own) end++;
    let paid = start;
    while (paid < end && known[paid] === 0) paid++;
    const firstDistinct = distinct.length;
    const ends: number[] = [];
    for (let at = paid; at < end; at++) {
      if (at + 1 < end && pay[at] === pay[at + 1]) continue;
      distinct.push(defined(pay[at]));
      ends.push(first + at + 1);
    }
    for (const line of ends) distinct.push(line);
    runs.push({
      isUsual: own % 2 === 0,
      start: first + start,
      known: first + paid,
      end: first + end,
      firstDistinct,
      endDistinct: distinct.length,
    });
  }
  return runs;
}
