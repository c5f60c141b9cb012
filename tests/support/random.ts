export type Shares<Value> = readonly (readonly [value: Value, weight: number])[];

/** The next number of a sequence, from 0 to below 1. */
export type Random = () => number;

/** A sequence that the same seed repeats exactly: mulberry32, started from the text's FNV-1a hash. */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws from weighted values in constant time (Walker's alias method, built by Vose's algorithm). */
export function weighted<Value>(shares: Shares<Value>): (random: Random) => Value {
  const slots = aliasSlots(shares);
  return (random) => {
    const position = random() * slots.length;
    const slot = slots[Math.floor(position)];
    if (!slot) throw new RangeError('there is nothing to draw from');
    return position % 1 < slot.chance ? slot.value : slot.other;
  };
}

interface Slot<Value> {
  readonly value: Value;
  /** From 0 to 1: the probability of the slot's own value instead of the other. */
  chance: number;
  other: Value;
}

function aliasSlots<Value>(shares: Shares<Value>): Slot<Value>[] {
  const total = shares.reduce((sum, [, weight]) => sum + weight, 0);
  const slots = shares.map(([value, weight]) => ({
    value,
    chance: (weight * shares.length) / total,
    other: value,
  }));
  const small = slots.filter(({ chance }) => chance < 1);
  const large = slots.filter(({ chance }) => chance >= 1);
  for (let giver = large.pop(); giver; giver = large.pop()) {
    const receiver = small.pop();
    if (!receiver) break;
    receiver.other = giver.value;
    giver.chance -= 1 - receiver.chance;
    (giver.chance < 1 ? small : large).push(giver);
  }
  return slots;
}

/** A whole number from `from` to `to`, both included. */
export function integerBetween(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** A standard normal number, by the method of Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
