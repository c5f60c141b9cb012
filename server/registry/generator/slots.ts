import { createHash } from 'node:crypto';
import { defined } from '../../../shared/codes/defined.ts';

export type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

/** Number of slots per case, in a table of many cases and in one of few. */
export const caseSlots = 128;
export const wholeSlots = 4096;

/**
 * Returns `count` equally likely slots, filled with the values in proportion to their weights. A value that would fill
 * less than a slot gets one or none, depending on the seed; over many tables its share is right.
 */
export function slots<Value>(weighted: Weighted<Value>, count: number, seed: string): Value[] {
  const all = total(weighted);
  const offset = fraction(seed);
  const filled: Value[] = [];
  let passed = 0;
  for (const [value, weight] of weighted) {
    passed += (weight / all) * count;
    while (filled.length + offset < passed && filled.length < count) filled.push(value);
  }
  const last = weighted.at(-1);
  if (last === undefined) throw new RangeError(`there is nothing to fill slots with: ${seed}`);
  return [...filled, ...Array.from({ length: count - filled.length }, () => last[0])];
}

export const total = (weighted: Weighted<unknown>) =>
  weighted.reduce((sum, [, weight]) => sum + weight, 0);

/** A number from 0 to below 1. */
function fraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}

const whole = 2 ** 32 - 1;

/**
 * The tables that draw one value of a group with two look-ups (Walker's alias method): 32-bit thresholds, and the
 * alternative positions, from 1 as the engine counts. Groups follow each other; `first` is the number of values before
 * a group.
 */
export function aliasTables(groups: readonly Weighted<unknown>[]) {
  const tables = { first: [], count: [], thresholds: [], others: [] } as Record<
    'first' | 'count' | 'thresholds' | 'others',
    number[]
  >;
  for (const group of groups) {
    const before = tables.others.length;
    const all = total(group);
    const chances = group.map(([, weight]) => (weight * group.length) / all);
    const others = group.map((_, index) => index + 1);
    const small = [...chances.keys()].filter((index) => defined(chances[index]) < 1);
    const large = [...chances.keys()].filter((index) => defined(chances[index]) >= 1);
    for (let donor = large.pop(); donor !== undefined; donor = large.pop()) {
      const receiver = small.pop();
      if (receiver === undefined) break;
      others[receiver] = donor + 1;
      const left = defined(chances[donor]) - (1 - defined(chances[receiver]));
      chances[donor] = left;
      (left < 1 ? small : large).push(donor);
    }
    tables.first.push(before);
    tables.count.push(group.length);
    tables.thresholds.push(...chances.map((chance) => Math.round(Math.min(1, chance) * whole)));
    tables.others.push(...others.map((other) => other + before));
  }
  return tables;
}
