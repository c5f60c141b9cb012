import { setImmediate } from 'node:timers/promises';
import type { ExactDistribution } from '../../../shared/statistics/percentile.ts';
import { sha256 } from '../../platform/digest.ts';
import { defined } from '../../../shared/codes/defined.ts';

const [opening, middle, end] = ['{"centavos":[', '],"counts":[', ']}'];

const comma = 44;
const zero = 48;
const maxBytes = `${Number.MAX_SAFE_INTEGER},`.length;

/**
 * A distribution as JSON, as responses have it and as receipts hash it, in half the time of `JSON.stringify`. A year of
 * the whole country has 420,000 salaries and 4 MB, so this yields to the event loop between the two lists.
 */
export async function distributionJson({ centavos, counts }: ExactDistribution): Promise<Buffer> {
  await setImmediate();
  const texts = opening.length + middle.length + end.length;
  const json = Buffer.allocUnsafe(texts + (centavos.length + counts.length) * maxBytes);
  // Filled from the end, because the last digit of a number is found first.
  const countsStart = writeNumbers(json, counts, writeText(json, end, json.length));
  await setImmediate();
  const salariesStart = writeNumbers(json, centavos, writeText(json, middle, countsStart));
  return json.subarray(writeText(json, opening, salariesStart));
}

/** SHA-256 of the distribution as JSON. */
export async function distributionSha256(distribution: ExactDistribution): Promise<string> {
  return sha256(await distributionJson(distribution));
}

/** Writes a text that ends before an offset; returns where it starts. */
function writeText(json: Buffer, text: string, before: number): number {
  json.write(text, before - text.length);
  return before - text.length;
}

/** Writes natural numbers, with commas between them, that end before an offset; returns where they start. */
function writeNumbers(json: Buffer, numbers: ArrayLike<number>, before: number): number {
  let start = before;
  for (let index = numbers.length - 1; index >= 0; index--) {
    if (start < before) json[--start] = comma;
    let rest = defined(numbers[index]);
    do {
      const tenth = Math.trunc(rest / 10);
      json[--start] = zero + (rest - tenth * 10);
      rest = tenth;
    } while (rest > 0);
  }
  return start;
}
