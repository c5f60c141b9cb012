import { createHash } from 'node:crypto';
import type { Weighted } from './calibration.ts';

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

/** The sum of the weights. */
export const total = (weighted: Weighted<unknown>) =>
  weighted.reduce((sum, [, weight]) => sum + weight, 0);

/** A number from 0 to below 1. */
function fraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Draws one of many values with two look-ups (Walker's alias method): 32-bit thresholds, and the alternative positions.
 */
export interface AliasTable {
  readonly thresholds: readonly number[];
  /** Positions from 1, as the engine counts. */
  readonly others: readonly number[];
}

const whole = 2 ** 32 - 1;

export function aliasTable(weights: readonly number[]): AliasTable {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const chances = weights.map((weight) => (weight * weights.length) / all);
  const others = weights.map((_, index) => index + 1);
  const small = [...chances.keys()].filter((index) => (chances[index] ?? 0) < 1);
  const large = [...chances.keys()].filter((index) => (chances[index] ?? 0) >= 1);
  for (let giver = large.pop(); giver !== undefined; giver = large.pop()) {
    const receiver = small.pop();
    if (receiver === undefined) break;
    others[receiver] = giver + 1;
    const left = (chances[giver] ?? 0) - (1 - (chances[receiver] ?? 0));
    chances[giver] = left;
    (left < 1 ? small : large).push(giver);
  }
  return {
    thresholds: chances.map((chance) => Math.round(Math.min(1, chance) * whole)),
    others,
  };
}
