import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { defined, equalNeighbours } from '../format/numbers.ts';
import { type LineRun, type MonthSections, severalStates } from '../format/layout.ts';
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
import { type Numbers, numbersOf } from '../format/number-blocks.ts';
import { cancelledRows, numberedCodes, orderLines, rowsByWeight } from './sort-lines.ts';

/** The contents of a month file, from the rows of `linesSql` of both movements. Throws as `cancelledRows` does. */
export function monthSections(rows: WholeColumns): MonthSections {
  const { column } = rows;
  const { counted, cancelling } = rowsByWeight(rows);
  const traits = markedTraits(rows, counted, cancelling);
  const kinds = kindsOf(traits, column('dismissal'));
  const { codes: municipalities, places: municipality } = numberedCodes(column('municipality'));
  const { codes: subclasses, places: subclass } = numberedCodes(column('subclass'));
  const { bySalary, byOccupation } = orderLines(rows, counted, { kinds, subclass });
  const distinct: number[] = [];
  const cbo = column('cbo');
  const runs = runsIn(rows, bySalary, kinds, distinct, () => 0);
  const numbersOfLineRun = ({ start, known, end, ...run }: LineRun) => {
    const code = defined(cbo[defined(byOccupation[start])]);
    const usual = Number(run.isUsual);
    return [code, start, known, end, usual, run.firstDistinct, run.endDistinct];
  };
  const occupationRuns = runsIn(rows, byOccupation, kinds, distinct, (row) => defined(cbo[row]));
  const inOrder = (order: Uint32Array) => ({
    municipality: taken(municipality, order, Uint16Array),
    subclass: taken(subclass, order, Uint16Array),
  });
  const [salary, occupation] = [inOrder(bySalary), inOrder(byOccupation)];
  const firstDismissal = counted.reduce(
    (sum, row) => sum + Number(defined(kinds[row]) < dismissal),
    0,
  );
  const isHire = ({ start }: LineRun) => start < firstDismissal;
  return {
    movements: [
      { balance: 1, start: 0, end: firstDismissal, salaryRuns: runs.filter(isHire) },
      {
        balance: -1,
        start: firstDismissal,
        end: counted.length,
        salaryRuns: runs.filter((run) => !isHire(run)),
      },
    ],
    sections: {
      runs: Uint32Array.from(occupationRuns.flatMap(numbersOfLineRun)),
      distinct: Uint32Array.from(distinct),
      municipalities,
      municipalityStates: statesOf(traits, municipality, municipalities.length),
      subclasses,
      'occupation.traits': taken(traits, byOccupation, Uint32Array),
      ...takenDetails(rows, 'occupation', byOccupation),
      'occupation.municipality': occupation.municipality,
      'occupation.subclass': occupation.subclass,
      'salary.traits': taken(traits, bySalary, Uint32Array),
      ...takenDetails(rows, 'salary', bySalary),
      'salary.municipality': salary.municipality,
      'salary.subclass': salary.subclass,
    },
  };
}

/** The state of each municipality's lines. */
function statesOf(traits: Uint32Array, places: Uint16Array, municipalities: number): Uint16Array {
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

/** The bits of a row's kind, which is also the order of the kinds. */
const [unusual, dismissal] = [1, 2];

/** By row, its movement, and whether the line is usual. */
function kindsOf(traits: Uint32Array, dismissals: NumberColumn): Uint8Array {
  const ofFlags = Uint8Array.from({ length: flagCombinations }, (_, flags) =>
    isUsual(flags) ? 0 : unusual,
  );
  const kinds = new Uint8Array(traits.length);
  for (let row = 0; row < kinds.length; row++) {
    const own = defined(ofFlags[defined(traits[row]) >>> flagsShift]);
    kinds[row] = own + defined(dismissals[row]) * dismissal;
  }
  return kinds;
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
  { column }: WholeColumns,
  order: Order,
  places: Uint32Array,
): Readonly<Record<`${Order}.${Detail}`, Numbers>> {
  const sections = detailNames.map((name) => [
    `${order}.${name}`,
    taken<Numbers>(column(codedName(name)), places, numbersOf[widthOf(name)]),
  ]);
  return Object.fromEntries(sections);
}

/** Splits ordered rows into runs of equal kind and group, and appends those of the section `distinct`. */
function runsIn(
  { column }: WholeColumns,
  order: Uint32Array,
  kinds: Uint8Array,
  distinct: number[],
  groupOf: (row: number) => number,
): LineRun[] {
  const [pay, isKnown] = [column('pay'), column('known')];
  const rowAt = (at: number) => defined(order[at]);
  const kindAt = (at: number) => defined(kinds[rowAt(at)]);
  const runs: LineRun[] = [];
  const keyAt = (at: number) => groupOf(rowAt(at)) * 4 + kindAt(at);
  for (const { from, to } of equalNeighbours(order.length, keyAt)) {
    const firstDistinct = distinct.length;
    const ends: number[] = [];
    let known = from;
    while (known < to && isKnown[rowAt(known)] === 0) known++;
    for (const same of equalNeighbours(to - known, (at) => pay[rowAt(known + at)])) {
      distinct.push(defined(pay[rowAt(known + same.from)]));
      ends.push(known + same.to);
    }
    for (const end of ends) distinct.push(end);
    const isUsualRun = (kindAt(from) & unusual) === 0;
    const endDistinct = distinct.length;
    runs.push({ isUsual: isUsualRun, start: from, known, end: to, firstDistinct, endDistinct });
  }
  return runs;
}
