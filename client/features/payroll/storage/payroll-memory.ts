import type { Choices } from '../market/placed-people.ts';
import type { Roll } from '../reading/read-people.ts';

/** The payroll on this screen. */
export interface HeldRoll {
  /**
   * A new number for each payroll and each correction: query keys use it, so that they contain no value of the payroll.
   */
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

/**
 * The payroll that this user left on the screen in this tab, never another user's. It exists in the page's memory only.
 */
export function rollInMemory(owner: string): HeldRoll | undefined {
  if (held?.owner !== owner) held = undefined;
  return held?.roll;
}

export function rememberRoll(owner: string, roll: HeldRoll | undefined): void {
  held = roll && { owner, roll };
}
