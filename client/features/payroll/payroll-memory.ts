import type { Choices } from './placed-people.ts';
import type { Roll } from './read-people.ts';

/** What somebody has on this screen. */
export interface HeldRoll {
  /** Another for each roll and each correction: what is asked for them has this name, and no value of theirs. */
  readonly serial: number;
  readonly roll: Roll;
  readonly choices: Choices;
}

let serials = 0;

export function heldRoll(roll: Roll, choices: Choices): HeldRoll {
  serials += 1;
  return { serial: serials, roll, choices };
}

let held: { readonly owner: string; readonly roll: HeldRoll } | undefined;

/** The roll that this person left on the screen in this tab; nobody else's. It goes with the page, and is nowhere else. */
export function rollInMemory(owner: string): HeldRoll | undefined {
  if (held?.owner !== owner) held = undefined;
  return held?.roll;
}

export function rememberRoll(owner: string, roll: HeldRoll | undefined): void {
  held = roll && { owner, roll };
}
