import type { HeldRoll } from '../storage/payroll-storage.ts';
import type { ReadTable } from './roll-columns.ts';

/** The payroll on the screen, and the reading of its file. */
export interface PayrollState {
  readonly held: HeldRoll | undefined;
  /** The file of the held payroll, with the columns that were read. */
  readonly read: ReadTable | undefined;
  /** The file in the column form; undefined while the form is closed. */
  readonly mapped: ReadTable | undefined;
  /** Why the last reading failed, as a sentence. */
  readonly problem: string | null;
}

export const noPayroll: PayrollState = {
  held: undefined,
  read: undefined,
  mapped: undefined,
  problem: null,
};

/** The state after a table is read. If no row can be read, the held payroll stays and the column form opens. */
export function afterReading(state: PayrollState, read: ReadTable, next: HeldRoll): PayrollState {
  const { people, refused } = next.roll;
  if (people.length === 0) {
    return { ...state, mapped: read, problem: emptyPayroll(refused[0]?.text) };
  }
  return { held: next, read, mapped: undefined, problem: null };
}

const emptyPayroll = (first: string | undefined) =>
  `Nenhuma linha pôde ser lida${first === undefined ? '' : `. Na primeira, ${first}`}. Confira se as colunas de cargo e salário são as certas e tente de novo.`;
