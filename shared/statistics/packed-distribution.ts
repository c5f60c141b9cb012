import type { ExactDistribution } from './percentile.ts';

/**
 * A distribution as bytes: the number of distinct salaries, then three columns of numbers: the centavos between each
 * salary and the one before (of the first: from −1), the record counts of salaries in whole reais, and the other counts.
 * Each column has numbers of a similar size, which compress better. A byte of a column has two of its numbers, the first
 * in its upper half; a half of 15 stands for 15 or more, and what is above 15 follows the column's bytes. These numbers
 * and the first are unsigned LEB128.
 */

const payload = 128;
const half = 16;
const most = half - 1;
const isWhole = (centavos: number) => centavos % 100 === 0;

/** Throws `RangeError` if the salaries are not ascending, or a number is not a natural one. */
export function packDistribution({ centavos, counts }: ExactDistribution): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const gaps: number[] = [];
  const [whole, others]: [number[], number[]] = [[], []];
  for (let index = 0; index < centavos.length; index++) {
    const salary = centavos[index] ?? NaN;
    gaps.push(salary - (centavos[index - 1] ?? -1) - 1);
    (isWhole(salary) ? whole : others).push(counts[index] ?? NaN);
  }
  addNumber(bytes, centavos.length);
  for (const column of [gaps, whole, others]) {
    for (let at = 0; at < column.length; at += 2) {
      const [first = NaN, second = 0] = [column[at], column[at + 1]];
      bytes.push(half * Math.min(first, most) + Math.min(second, most));
    }
    for (const number of column) {
      if (!Number.isSafeInteger(number) || number < 0)
        throw new RangeError(`Not natural: ${number}.`);
      if (number >= most) addNumber(bytes, number - most);
    }
  }
  return Uint8Array.from(bytes);
}

function addNumber(bytes: number[], number: number): void {
  let rest = number;
  for (; rest >= payload; rest = Math.floor(rest / payload)) {
    bytes.push((rest % payload) + payload);
  }
  bytes.push(rest);
}

/** Throws `RangeError` for bytes that `packDistribution` does not write. */
export function unpackDistribution(bytes: Uint8Array): { centavos: number[]; counts: number[] } {
  let at = 0;
  const nextByte = () => {
    const byte = bytes[at++];
    if (byte === undefined) throw new RangeError('The distribution is incomplete.');
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
  const nextColumn = (length: number) => {
    const numbers: number[] = [];
    while (numbers.length < length) {
      const byte = nextByte();
      numbers.push(Math.floor(byte / half), byte % half);
    }
    numbers.length = length;
    return numbers.map((number) => (number < most ? number : number + nextNumber()));
  };
  let salary = -1;
  const centavos = nextColumn(nextNumber()).map((gap) => (salary += gap + 1));
  const whole = nextColumn(centavos.filter(isWhole).length);
  const others = nextColumn(centavos.length - whole.length);
  if (at !== bytes.length) throw new RangeError('The distribution is too long.');
  let [nextWhole, nextOther] = [0, 0];
  const counts = centavos.map(
    (amount) => (isWhole(amount) ? whole[nextWhole++] : others[nextOther++]) ?? NaN,
  );
  return { centavos, counts };
}
