import type { ExactDistribution } from './percentile.ts';

/**
 * A distribution as bytes: unsigned LEB128 numbers. First the number of distinct salaries, then the difference in
 * centavos of each salary from the one before (of the first: from 0), then the record counts: first those of salaries
 * in whole reais, then the others. Each of the three columns has numbers of a similar size, which compress better.
 */

const payload = 128;
const isWhole = (centavos: number) => centavos % 100 === 0;

/** Throws `RangeError` if the salaries are not ascending, or a number is not a natural one. */
export function packDistribution({ centavos, counts }: ExactDistribution): Uint8Array {
  const numbers = [centavos.length];
  let previous = 0;
  for (let index = 0; index < centavos.length; index++) {
    const salary = centavos[index] ?? NaN;
    numbers.push(salary - previous);
    previous = salary;
  }
  for (const isOfWhole of [true, false]) {
    for (let index = 0; index < centavos.length; index++) {
      if (isWhole(centavos[index] ?? NaN) === isOfWhole) numbers.push(counts[index] ?? NaN);
    }
  }
  const bytes = new Uint8Array(numbers.reduce((sum, number) => sum + bytesOf(number), 0));
  let at = 0;
  for (const number of numbers) {
    let rest = number;
    while (rest >= payload) {
      bytes[at++] = (rest % payload) + payload;
      rest = Math.floor(rest / payload);
    }
    bytes[at++] = rest;
  }
  return bytes;
}

function bytesOf(number: number): number {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`Not natural: ${number}.`);
  let bytes = 1;
  for (let rest = number; rest >= payload; rest = Math.floor(rest / payload)) bytes++;
  return bytes;
}

/** Throws `RangeError` for bytes that `packDistribution` does not write. */
export function unpackDistribution(bytes: Uint8Array): { centavos: number[]; counts: number[] } {
  let at = 0;
  const next = (): number => {
    let number = 0;
    for (let unit = 1; ; unit *= payload) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('The distribution is incomplete.');
      number += (byte % payload) * unit;
      if (byte < payload) return number;
    }
  };
  const length = next();
  if (length > bytes.length) throw new RangeError('The distribution is incomplete.');
  let salary = 0;
  const centavos = Array.from({ length }, () => (salary += next()));
  const counts = Array.from({ length }, () => 0);
  for (const isOfWhole of [true, false]) {
    for (let index = 0; index < length; index++) {
      if (isWhole(centavos[index] ?? NaN) === isOfWhole) counts[index] = next();
    }
  }
  if (at !== bytes.length) throw new RangeError('The distribution is too long.');
  return { centavos, counts };
}
