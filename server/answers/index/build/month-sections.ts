import { defined } from '../format/defined.ts';
import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { equalNeighbours, stepThrough } from '../format/ascending-numbers.ts';
import {
  type MonthSections,
  type MovementLines,
  type SalaryRun,
  type SectionName,
  sectionNames,
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
  widthOf,
} from '../format/line-columns.ts';
import { type Numbers, numbersOf, oneBehindAnother } from '../format/number-blocks.ts';
import { ascending, codesOf, orderLines, placesOf, rowsByWeight } from './sort-lines.ts';
import { cancelledRows } from './source-rows.ts';

export interface MovementRows {
  readonly balance: 1 | -1;
  readonly rows: WholeColumns;
}

/** The contents of a month file, from the rows of `linesSql` of each movement. Throws as `cancelledRows` does. */
export function monthSections(months: readonly MovementRows[]): MonthSections {
  const places = {
    municipality: codesOf(columnsOf(months, 'municipality')),
    subclass: codesOf(columnsOf(months, 'subclass')),
  };
  const movements: MovementLines[] = [];
  const parts: Record<SectionName, Numbers>[] = [];
  for (const { balance, rows } of months) {
    const last = movements.at(-1);
    const from = {
      start: last?.end ?? 0,
      firstPay: last?.salaryRuns.at(-1)?.endPay ?? 0,
      firstCombination: last?.salaryRuns.at(-1)?.endCombination ?? 0,
      firstCombinationJump: parts.reduce((sum, own) => sum + own.combinationJumps.length, 0),
      firstJump: parts.reduce((sum, { payJumps }) => sum + payJumps.length, 0),
    };
    const { part, ...movement } = movementPart(rows, from, places);
    movements.push({ balance, ...movement });
    parts.push(part);
  }
  const sections = new Map<SectionName, Numbers[]>(
    sectionNames.map((name) => [name, parts.map((part) => part[name])]),
  );
  sections.set('municipalities', [places.municipality]);
  sections.set('municipalityStates', [statesOf(months, places.municipality)]);
  sections.set('subclasses', [places.subclass]);
  return { movements, sections };
}

type PlacedColumn = 'municipality' | 'subclass';

const columnsOf = (months: readonly MovementRows[], name: PlacedColumn) =>
  months.map(({ rows }) => rows.column(name));

/** The state of each municipality's lines. */
function statesOf(months: readonly MovementRows[], municipalities: Uint32Array): Uint16Array {
  const { shift, bits } = traitFields.state;
  const mask = 2 ** bits - 1;
  const unseen = severalStates - 1;
  const states = new Uint16Array(municipalities.length).fill(unseen);
  for (const { rows } of months) {
    const coded = rows.column('coded');
    const places = placesOf(rows.column('municipality'), municipalities);
    for (let row = 0; row < places.length; row++) {
      const place = defined(places[row]);
      const state = (defined(coded[row]) >>> shift) & mask;
      const known = states[place];
      if (known === unseen) states[place] = state;
      else if (known !== state) states[place] = severalStates;
    }
  }
  return states;
}

type RunBeginning = Pick<SalaryRun, 'start' | 'firstPay' | 'firstCombination'> & {
  readonly firstCombinationJump: number;
  readonly firstJump: number;
};

function movementPart(
  rows: WholeColumns,
  from: RunBeginning,
  places: Readonly<Record<PlacedColumn, Uint32Array>>,
) {
  const { counted: stored, cancelling } = rowsByWeight(rows);
  const traits = markedTraits(rows, stored, cancelling);
  const unusual = unusualRows(traits);
  const subclass = placesOf(rows.column('subclass'), places.subclass);
  const { bySalary, byOccupation } = orderLines(rows, stored, { unusual, subclass });
  const salaryTraits = taken(traits, bySalary, Uint32Array);
  const salaryPays = taken(rows.column('pay'), bySalary, Uint32Array);
  const distinct = paidRuns(rows, { bySalary, unusual, salaries: salaryPays }, from);
  const combined = combinationsOf(distinct.runs, salaryTraits, from);
  const municipality = placesOf(rows.column('municipality'), places.municipality);
  const part: Record<SectionName, Numbers> = {
    ...occupationRuns(rows, byOccupation, unusual, from),
    municipalities: new Uint32Array(),
    municipalityStates: new Uint16Array(),
    subclasses: new Uint32Array(),
    distinctPays: Uint32Array.from(distinct.pays),
    distinctEnds: Uint32Array.from(distinct.ends),
    combinationSteps: combined.steps,
    combinationJumps: Uint32Array.from(combined.jumps),
    combinationLines: Uint32Array.from(combined.lines),
    'occupation.traits': taken(traits, byOccupation, Uint32Array),
    ...takenDetails(rows, 'occupation', byOccupation),
    'occupation.municipality': taken(municipality, byOccupation, Uint16Array),
    'occupation.subclass': taken(subclass, byOccupation, Uint16Array),
    'salary.traits': salaryTraits,
    ...takenDetails(rows, 'salary', bySalary),
    'salary.municipality': taken(municipality, bySalary, Uint16Array),
    'salary.subclass': taken(subclass, bySalary, Uint16Array),
  };
  return {
    part,
    start: from.start,
    end: from.start + bySalary.length,
    salaryRuns: combined.runs,
  };
}

function markedTraits(
  rows: WholeColumns,
  stored: Uint32Array,
  cancelling: Uint32Array,
): Uint32Array {
  const traits = Uint32Array.from(rows.column('coded'));
  const cancelled = 2 ** (flagsShift + flagNames.indexOf('cancelled'));
  for (const row of cancelledRows(rows, stored, cancelling)) {
    traits[row] = defined(traits[row]) + cancelled;
  }
  return traits;
}

const unusualFlags = Uint8Array.from({ length: flagCombinations }, (_, flags) =>
  Number(!isUsual(flags)),
);

/** By row, 1 for lines that are not usual. */
function unusualRows(traits: Uint32Array): Uint8Array {
  const unusual = new Uint8Array(traits.length);
  for (let row = 0; row < traits.length; row++) {
    unusual[row] = defined(unusualFlags[defined(traits[row]) >>> flagsShift]);
  }
  return unusual;
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

/** Every column of details in the order of some rows. */
function takenDetails<Order extends 'occupation' | 'salary'>(
  rows: WholeColumns,
  order: Order,
  places: Uint32Array,
): Readonly<Record<`${Order}.${Detail}`, Numbers>> {
  const sections = detailNames.map((name) => ({
    [`${order}.${name}`]: taken<Numbers>(
      rows.column(codedName(name)),
      places,
      numbersOf[widthOf(name)],
    ),
  }));
  return Object.assign({}, ...sections);
}

/** The runs of the order by salary, with their distinct salaries and where the lines of each salary end. */
function paidRuns(
  rows: WholeColumns,
  {
    bySalary,
    unusual,
    salaries,
  }: Readonly<Record<'bySalary' | 'salaries', Uint32Array>> & { readonly unusual: Uint8Array },
  { start, firstPay }: RunBeginning,
) {
  const known = rows.column('known');
  const pays: number[] = [];
  const ends: number[] = [];
  const runs: PaidRun[] = [];
  for (const { from, to } of equalNeighbours(
    bySalary.length,
    (at) => unusual[defined(bySalary[at])],
  )) {
    const run = {
      isUsual: unusual[defined(bySalary[from])] === 0,
      firstPay: firstPay + pays.length,
    };
    let first = from;
    while (first < to && known[defined(bySalary[first])] === 0) first++;
    for (const same of equalNeighbours(to - first, (at) => salaries[first + at])) {
      pays.push(defined(salaries[first + same.from]));
      ends.push(start + first + same.to);
    }
    const endPay = firstPay + pays.length;
    runs.push({ ...run, start: start + from, known: start + first, end: start + to, endPay });
  }
  return { runs, pays, ends };
}

/** The sections about occupations and their salaries. */
function occupationRuns(
  rows: WholeColumns,
  byOccupation: Uint32Array,
  unusual: Uint8Array,
  { start, firstJump }: RunBeginning,
) {
  const [cbo, known] = [rows.column('cbo'), rows.column('known')];
  const pays = taken(rows.column('pay'), byOccupation, Uint32Array);
  const steps = new Uint16Array(pays.length);
  const jumps: number[] = [];
  const runs: number[] = [];
  const kindOf = (at: number) => {
    const row = defined(byOccupation[at]);
    return defined(cbo[row]) * 2 + defined(unusual[row]);
  };
  for (const { from, to } of equalNeighbours(byOccupation.length, kindOf)) {
    let first = from;
    while (first < to && known[defined(byOccupation[first])] === 0) first++;
    const row = defined(byOccupation[from]);
    const usual = 1 - defined(unusual[row]);
    const places = [start + from, start + first, start + to];
    runs.push(defined(cbo[row]), ...places, usual, firstJump + jumps.length);
    stepThrough(pays.subarray(first, to), steps.subarray(first, to), jumps);
  }
  return {
    runs: Uint32Array.from(runs),
    'occupation.paySteps': steps,
    payJumps: Uint32Array.from(jumps),
  };
}

/** A run with the places of its salaries. */
type PaidRun = Omit<SalaryRun, 'firstCombination' | 'endCombination' | 'firstCombinationJump'>;

/** The distinct combinations of traits and flags of each run, ascending, with their numbers of lines. */
function combinationsOf(
  paid: readonly PaidRun[],
  traits: Uint32Array,
  {
    start,
    firstCombination,
    firstCombinationJump,
  }: Pick<SalaryRun, 'start' | 'firstCombination' | 'firstCombinationJump'>,
) {
  const steps: Uint16Array[] = [];
  const jumps: number[] = [];
  const lines: number[] = [];
  const runs = paid.map((run): SalaryRun => {
    const first = firstCombination + lines.length;
    const firstJump = firstCombinationJump + jumps.length;
    const combinations: number[] = [];
    const sorted = ascending(traits.subarray(run.start - start, run.end - start));
    for (const { from, to } of equalNeighbours(sorted.length, (at) => sorted[at])) {
      combinations.push(defined(sorted[from]));
      lines.push(to - from);
    }
    const ofRun = new Uint16Array(combinations.length);
    stepThrough(Uint32Array.from(combinations), ofRun, jumps);
    steps.push(ofRun);
    return {
      ...run,
      firstCombination: first,
      endCombination: firstCombination + lines.length,
      firstCombinationJump: firstJump,
    };
  });
  return { runs, steps: oneBehindAnother(Uint16Array, steps), jumps, lines };
}
