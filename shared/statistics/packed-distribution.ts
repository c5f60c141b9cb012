import type { ExactDistribution } from './percentile.ts';
import { defined } from '../codes/defined.ts';

/**
 * A distribution as bytes: the form, then a list of the salaries in whole reais and one of the others. Apart, both have
 * fewer and more similar numbers. A list has its length, a byte for each salary, and the rest of large numbers. The
 * byte's upper half is the number of positions since the salary before, the lower half its record count. A position is
 * the number of lower amounts that the list could have. A half of 15 stands for 15 or more, and what is above 15 follows
 * in the rest. Numbers there and lengths are unsigned LEB128.
 */

/** The earlier form had no such byte and began with the number of salaries: neither form's reader accepts the other. */
const form = 0;
const payload = 128;
const half = 16;
const maxPart = half - 1;

/** Throws `RangeError` if the salaries are not ascending, or a number is not a natural one. */
export function packDistribution({ centavos, counts }: ExactDistribution): Uint8Array<ArrayBuffer> {
  const [whole, others] = [newList(centavos.length), newList(centavos.length)];
  let before = -1;
  for (let index = 0; index < centavos.length; index++) {
    const salary = defined(centavos[index]);
    if (salary <= before) throw new RangeError(`Not ascending: ${salary}.`);
    before = salary;
    const reais = Math.floor(salary / 100);
    const isWhole = salary === reais * 100;
    const list = isWhole ? whole : others;
    // Below another salary are all centavos but those of 0 to `reais` reais.
    const position = isWhole ? reais : salary - reais - 1;
    const skipped = position - list.next;
    const count = defined(counts[index]);
    list.next = position + 1;
    list.column[list.length++] = half * Math.min(skipped, maxPart) + Math.min(count, maxPart);
    addRest(list.rest, skipped);
    addRest(list.rest, count);
  }
  return joined([[form], ...partsOf(whole), ...partsOf(others)]);
}

interface List {
  /** The position after the last salary. */
  next: number;
  length: number;
  /** Has the maximum length of the list, because filling it is faster than growing an array. */
  readonly column: Uint8Array;
  readonly rest: number[];
}

const newList = (longest: number): List => ({
  next: 0,
  length: 0,
  column: new Uint8Array(longest),
  rest: [],
});

function partsOf({ length, column, rest }: List): ArrayLike<number>[] {
  const lengthBytes: number[] = [];
  addNumber(lengthBytes, length);
  return [lengthBytes, column.subarray(0, length), rest];
}

function joined(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function addRest(rest: number[], number: number): void {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`Not natural: ${number}.`);
  if (number >= maxPart) addNumber(rest, number - maxPart);
}

function addNumber(bytes: number[], number: number): void {
  let rest = number;
  for (; rest >= payload; rest = Math.floor(rest / payload)) {
    bytes.push((rest % payload) + payload);
  }
  bytes.push(rest);
}

const unreadable = () => new RangeError('The distribution is unreadable.');

/** Throws `RangeError` for bytes that are cut short, too long or of another form. */
export function unpackDistribution(bytes: Uint8Array): ExactDistribution {
  let at = 0;
  const nextByte = () => {
    const byte = bytes[at++];
    if (byte === undefined) throw unreadable();
    return byte;
  };
  const nextNumber = () => {
    let number = 0;
    for (let unit = 1; ; unit *= payload) {
      const byte = nextByte();
      number += (byte % payload) * unit;
      if (byte < payload) return number;
    }
  };
  const withRest = (part: number) => (part < maxPart ? part : part + nextNumber());
  const nextList = (salaryAt: (position: number) => number) => {
    const length = nextNumber();
    const column = bytes.subarray(at, (at += length));
    const centavos = new Float64Array(column.length);
    const counts = new Float64Array(column.length);
    let next = 0;
    for (let index = 0; index < column.length; index++) {
      const byte = defined(column[index]);
      next += withRest(Math.floor(byte / half));
      centavos[index] = salaryAt(next++);
      counts[index] = withRest(byte % half);
    }
    return { centavos, counts };
  };
  if (nextByte() !== form) throw unreadable();
  const whole = nextList((position) => position * 100);
  const others = nextList((position) => position + Math.floor(position / 99) + 1);
  if (at !== bytes.length) throw unreadable();
  const length = whole.counts.length + others.counts.length;
  // Plain lists take twice as long or more: the system gives them new memory each time.
  const [centavos, counts] = [new Float64Array(length), new Float64Array(length)];
  for (let index = 0, ofWhole = 0; index < length; index++) {
    const ofOthers = index - ofWhole;
    const salary = whole.centavos[ofWhole] ?? Infinity;
    const other = others.centavos[ofOthers] ?? Infinity;
    centavos[index] = Math.min(salary, other);
    counts[index] = defined(salary < other ? whole.counts[ofWhole++] : others.counts[ofOthers]);
  }
  return { centavos, counts };
}
