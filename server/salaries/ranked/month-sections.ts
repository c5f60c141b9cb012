import { traitFields } from '../../warehouse/traits.ts';
import type { NumberColumn, WholeColumns } from '../../warehouse/native-columns.ts';
import { cancelledRows } from './cancel-lines.ts';
import { codesOf, placesOf } from './code-places.ts';
import { everySection, severalStates, type MovementLines, type SectionName } from './layout.ts';
import { flagNames, flagsShift } from './line-codes.ts';
import { ascending, orderLines, type OrderedLines } from './order-lines.ts';

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
    municipality: codesOf(columnsOf(months, 'municipality')),
    subclass: codesOf(columnsOf(months, 'subclass')),
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
      const place = places[row] ?? 0;
      const state = ((coded[row] ?? 0) >>> shift) & mask;
      const known = states[place];
      if (known === unseen) states[place] = state;
      else if (known !== state) states[place] = severalStates;
    }
  }
  return states;
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
  const municipality = placesOf(rows.column('municipality'), places.municipality);
  const subclass = placesOf(rows.column('subclass'), places.subclass);
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

function countUnknown(rows: WholeColumns, bySalary: Uint32Array): number {
  const known = rows.column('known');
  const first = bySalary.findIndex((row) => known[row] === 1);
  return first === -1 ? bySalary.length : first;
}

function distinctPays(pays: Uint32Array, unknown: number, start: number) {
  const distinct: number[] = [];
  const ends: number[] = [];
  let first = unknown;
  for (let at = unknown + 1; at <= pays.length; at++) {
    if (pays[at] === pays[first]) continue;
    distinct.push(pays[first] ?? 0);
    ends.push(start + at);
    first = at;
  }
  return { pays: Uint32Array.from(distinct), ends: Uint32Array.from(ends) };
}

/** For each occupation: its code, first line, first line with a salary, end. */
function runsOf(rows: WholeColumns, byOccupation: Uint32Array, start: number): Uint32Array {
  const [cbo, known] = [rows.column('cbo'), rows.column('known')];
  const runs: number[] = [];
  let [first, firstKnown] = [0, 0];
  for (let at = 0; at < byOccupation.length; at++) {
    const row = byOccupation[at] ?? 0;
    if (known[row] === 0) firstKnown = at + 1;
    const code = cbo[row] ?? 0;
    if (at + 1 < byOccupation.length && cbo[byOccupation[at + 1] ?? 0] === code) continue;
    runs.push(code, start + first, start + Math.max(first, firstKnown), start + at + 1);
    first = at + 1;
  }
  return Uint32Array.from(runs);
}

/** The distinct numbers, ascending, and how often each is there. */
function combinationsOf(traits: Uint32Array) {
  const combinations: number[] = [];
  const lines: number[] = [];
  const sorted = ascending(traits);
  let first = 0;
  for (let at = 1; at <= sorted.length; at++) {
    if (sorted[at] === sorted[first]) continue;
    combinations.push(sorted[first] ?? 0);
    lines.push(at - first);
    first = at;
  }
  return { combinations: Uint32Array.from(combinations), lines: Uint32Array.from(lines) };
}
