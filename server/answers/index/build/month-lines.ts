import { keysOf } from '../../../../shared/codes/keys.ts';
import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { defined } from '../format/numbers.ts';
import {
  type LineOrder,
  type MonthSections,
  type OrderColumn,
  sections,
  orderColumnNames,
  severalStates,
} from '../format/layout.ts';
import { codeIn, emptySubclass, traitFields } from '../format/line-columns.ts';
import { type Numbers, numbersOf } from '../format/number-blocks.ts';

/** Codes have indexes of 16 bits. */
const mostCodes = 65_536;

/** The sections of a month's file, from the rows of `linesSql`. Throws as `indexedCodes` does. */
export function monthSections({ column }: WholeColumns): MonthSections {
  const municipality = indexedCodes(column('municipality'));
  const subclass = indexedCodes(column('subclass'));
  const occupation: LineColumns = {
    cbo: column('cbo'),
    kind: column('kind'),
    pay: column('pay'),
    known: column('known'),
    traits: column('traits'),
    details: column('details'),
    municipality: municipality.indexes,
    subclass: subclass.indexes,
  };
  const place = column('salary_place');
  const salary = {
    ...byName(keysOf(occupation), (name) => reordered(occupation[name], place)),
    cbo: new Uint8Array(place.length),
  };
  return {
    municipality: municipality.codes,
    municipalityStates: statesOf(occupation, municipality.codes.length),
    subclass: subclass.codes,
    ...orderSections('occupation', occupation),
    ...orderSections('salary', salary),
  };
}

/** The values of a month's lines in an order. */
type LineColumns = Readonly<
  Record<'cbo' | 'kind' | 'pay' | 'known' | Exclude<OrderColumn, 'runs' | 'distinct'>, NumberColumn>
>;

const byName = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Readonly<Record<Name, Value>> =>
  Object.assign({}, ...names.map((name) => ({ [name]: valueOf(name) })));

/** A column's values, each at another place. */
function reordered(values: NumberColumn, placeOf: NumberColumn): NumberColumn {
  const others = values.slice();
  for (let at = 0; at < values.length; at++) others[defined(placeOf[at])] = defined(values[at]);
  return others;
}

function orderSections<Order extends LineOrder>(
  order: Order,
  lines: LineColumns,
): Readonly<Record<`${Order}.${OrderColumn}`, Numbers>> {
  const columns = { ...lines, ...runsIn(lines) };
  const entries = orderColumnNames.map((name) => {
    const { bytes } = sections[`${order}.${name}`];
    return [`${order}.${name}`, new numbersOf[bytes](columns[name])];
  });
  return Object.fromEntries(entries);
}

/** Splits the lines of an order into runs: the sections `runs` and `distinct`. */
function runsIn({ cbo, kind, pay, known }: LineColumns) {
  const rows = cbo.length;
  const runs: number[] = [];
  const distinct = new Uint32Array(rows * 2);
  const ends = new Uint32Array(rows);
  let length = 0;
  for (let start = 0, end = 0; start < rows; start = end) {
    while (end < rows && cbo[end] === cbo[start] && kind[end] === kind[start]) end++;
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
    const own = [defined(cbo[start]), defined(kind[start])];
    runs.push(...own, start, paid, end, firstDistinct, length);
  }
  return { runs: Uint32Array.from(runs), distinct: distinct.slice(0, length) };
}

/** The state of each municipality's lines. */
function statesOf({ traits, municipality }: LineColumns, municipalities: number): Uint32Array {
  const unseen = severalStates - 1;
  const states = new Uint32Array(municipalities).fill(unseen);
  for (let row = 0; row < traits.length; row++) {
    const place = defined(municipality[row]);
    const state = codeIn(defined(traits[row]), traitFields.state);
    const known = states[place];
    if (known === unseen) states[place] = state;
    else if (known !== state) states[place] = severalStates;
  }
  return states;
}

/**
 * The different codes of a column, ascending, and the index of each row's code among them. Throws `RangeError` for more
 * codes than 16 bits can number, and for a code above `emptySubclass`.
 */
export function indexedCodes(column: NumberColumn) {
  const indexOf = new Uint16Array(emptySubclass + 1);
  for (const code of column) indexOf[code] = 1;
  const codes: number[] = [];
  for (let code = 0; code < indexOf.length; code++) {
    if (indexOf[code] === 1) indexOf[code] = codes.push(code) - 1;
  }
  if (codes.length > mostCodes) throw new RangeError(`A column has ${codes.length} codes.`);
  const indexes = new Uint16Array(column.length);
  for (let row = 0; row < indexes.length; row++) {
    indexes[row] = defined(indexOf[defined(column[row])]);
  }
  return { codes: Uint32Array.from(codes), indexes };
}
