import { traitFields } from '../../warehouse/traits.ts';
import type { NumberColumn, WholeColumns } from '../../warehouse/native-columns.ts';
import { cancelledRows } from './cancel-lines.ts';
import { everySection, severalStates, type MovementLines, type SectionName } from './layout.ts';
import { flagNames, flagsShift } from './line-codes.ts';
import { orderLines, type OrderedLines } from './order-lines.ts';

type Numbers = Uint16Array | Uint32Array;

export interface MonthSections {
  readonly movements: readonly MovementLines[];
  readonly sections: Readonly<Record<SectionName, readonly Numbers[]>>;
}

export interface MovementRows {
  readonly balance: 1 | -1;
  readonly rows: WholeColumns;
}

/** What a month's file holds, from the rows of `linesSql` of each movement. Throws as `cancelledRows` does. */
export function monthSections(months: readonly MovementRows[]): MonthSections {
  const places = {
    municipality: codesOf(months, 'municipality'),
    subclass: codesOf(months, 'subclass'),
  };
  const movements: MovementLines[] = [];
  const parts: Record<SectionName, Numbers>[] = [];
  for (const { balance, rows } of months) {
    const last = movements.at(-1);
    const from = {
      start: last?.end ?? 0,
      firstPay: last?.endPay ?? 0,
      firstCombination: last?.endCombination ?? 0,
    };
    const { part, ...movement } = movementPart(rows, from, places);
    movements.push({ balance, ...movement });
    parts.push(part);
  }
  const sections = everySection((name) => parts.map((part) => part[name]));
  return {
    movements,
    sections: {
      ...sections,
      municipalities: [places.municipality],
      municipalityStates: [statesOf(months, places.municipality)],
      subclasses: [places.subclass],
    },
  };
}

type PlacedColumn = 'municipality' | 'subclass';

/** The codes of a column, ascending. */
function codesOf(months: readonly MovementRows[], name: PlacedColumn): Uint32Array {
  const codes = new Set<number>();
  for (const { rows } of months) for (const code of rows.column(name)) codes.add(code);
  if (codes.size > 65_536) throw new RangeError(`There are ${codes.size} codes of ${name}.`);
  return Uint32Array.from(codes).toSorted();
}

function statesOf(months: readonly MovementRows[], municipalities: Uint32Array): Uint16Array {
  const { shift, bits } = traitFields.state;
  const stateOf = new Map<number, number>();
  for (const { rows } of months) {
    const [codes, coded] = [rows.column('municipality'), rows.column('coded')];
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row] ?? 0;
      const state = ((coded[row] ?? 0) >>> shift) & (2 ** bits - 1);
      const known = stateOf.get(code);
      if (known === undefined) stateOf.set(code, state);
      else if (known !== state) stateOf.set(code, severalStates);
    }
  }
  return Uint16Array.from(municipalities, (code) => stateOf.get(code) ?? severalStates);
}

function movementPart(
  rows: WholeColumns,
  from: Pick<MovementLines, 'start' | 'firstPay' | 'firstCombination'>,
  places: Readonly<Record<PlacedColumn, Uint32Array>>,
) {
  const order = orderLines(rows);
  const { bySalary, byOccupation } = order;
  const traits = markedTraits(rows, order);
  const unknown = countUnknown(rows, bySalary);
  const distinct = distinctPays(
    taken(rows.column('pay'), bySalary, Uint32Array),
    unknown,
    from.start,
  );
  const combined = combinationsOf(taken(traits, bySalary, Uint32Array));
  const details = rows.column('details');
  const municipality = placesIn(rows.column('municipality'), places.municipality);
  const subclass = placesIn(rows.column('subclass'), places.subclass);
  const part: Record<SectionName, Numbers> = {
    runs: runsOf(rows, byOccupation, from.start),
    municipalities: new Uint32Array(),
    municipalityStates: new Uint16Array(),
    subclasses: new Uint32Array(),
    distinctPays: distinct.pays,
    distinctEnds: distinct.ends,
    combinations: combined.combinations,
    combinationLines: combined.lines,
    'occupation.pay': taken(rows.column('pay'), byOccupation, Uint32Array),
    'occupation.traits': taken(traits, byOccupation, Uint32Array),
    'occupation.details': taken(details, byOccupation, Uint16Array),
    'occupation.municipality': taken(municipality, byOccupation, Uint16Array),
    'occupation.subclass': taken(subclass, byOccupation, Uint16Array),
    'salary.traits': taken(traits, bySalary, Uint32Array),
    'salary.details': taken(details, bySalary, Uint16Array),
    'salary.municipality': taken(municipality, bySalary, Uint16Array),
    'salary.subclass': taken(subclass, bySalary, Uint16Array),
  };
  return {
    part,
    start: from.start,
    known: from.start + unknown,
    end: from.start + bySalary.length,
    firstPay: from.firstPay,
    endPay: from.firstPay + distinct.pays.length,
    firstCombination: from.firstCombination,
    endCombination: from.firstCombination + combined.lines.length,
  };
}

function markedTraits(rows: WholeColumns, order: OrderedLines): Uint32Array {
  const traits = Uint32Array.from(rows.column('coded'));
  const cancelled = 2 ** (flagsShift + flagNames.indexOf('cancelled'));
  for (const row of cancelledRows(rows, order)) traits[row] = (traits[row] ?? 0) + cancelled;
  return traits;
}

/** A column's values in the order of some rows. */
function taken<Sorted extends Numbers>(
  values: NumberColumn,
  order: Uint32Array,
  kind: new (length: number) => Sorted,
): Sorted {
  const sorted = new kind(order.length);
  for (let at = 0; at < order.length; at++) sorted[at] = values[order[at] ?? 0] ?? 0;
  return sorted;
}

function placesIn(values: NumberColumn, codes: Uint32Array): Uint16Array {
  const placeOf = new Map(Array.from(codes, (code, place) => [code, place]));
  return Uint16Array.from(values, (code) => placeOf.get(code) ?? 0);
}

function countUnknown(rows: WholeColumns, bySalary: Uint32Array): number {
  const known = rows.column('known');
  const first = bySalary.findIndex((row) => known[row] === 1);
  return first === -1 ? bySalary.length : first;
}

function distinctPays(pays: Uint32Array, unknown: number, start: number) {
  const distinct: number[] = [];
  const ends: number[] = [];
  for (let at = unknown; at < pays.length; at++) {
    const pay = pays[at] ?? 0;
    if (distinct.at(-1) !== pay || distinct.length === 0) {
      distinct.push(pay);
      ends.push(0);
    }
    ends[ends.length - 1] = start + at + 1;
  }
  return { pays: Uint32Array.from(distinct), ends: Uint32Array.from(ends) };
}

/** For each occupation: its code, first line, first line with a salary, end. */
function runsOf(rows: WholeColumns, byOccupation: Uint32Array, start: number): Uint32Array {
  const [cbo, known] = [rows.column('cbo'), rows.column('known')];
  const runs: number[] = [];
  for (let at = 0; at < byOccupation.length; at++) {
    const row = byOccupation[at] ?? 0;
    const code = cbo[row] ?? 0;
    if (at === 0 || runs.at(-4) !== code) runs.push(code, start + at, start + at, start + at);
    runs[runs.length - 1] = start + at + 1;
    if (known[row] === 0) runs[runs.length - 2] = start + at + 1;
  }
  return Uint32Array.from(runs);
}

/** The distinct numbers, ascending, and how often each is there. */
function combinationsOf(traits: Uint32Array) {
  const combinations: number[] = [];
  const lines: number[] = [];
  for (const traitsOfLine of traits.toSorted()) {
    if (combinations.at(-1) !== traitsOfLine) {
      combinations.push(traitsOfLine);
      lines.push(0);
    }
    lines[lines.length - 1] = (lines.at(-1) ?? 0) + 1;
  }
  return { combinations: Uint32Array.from(combinations), lines: Uint32Array.from(lines) };
}
