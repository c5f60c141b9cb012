import type { HeldRoll } from '../storage/payroll-storage.ts';
import type { ColumnPlaces, RollTable } from './roll-columns.ts';

/** The table of a file, and its column assignment. */
export interface ReadTable {
  readonly table: RollTable;
  readonly fileName: string;
  readonly columns: ColumnPlaces;
}

/** The payroll on the screen, and the reading of its file. */
export interface PayrollState {
  readonly held: HeldRoll | undefined;
  /** The last file, with the columns of the held payroll or, before one is held, the recognised columns. */
  readonly read: ReadTable | undefined;
  /** Whether the column form is open. */
  readonly isMapping: boolean;
  /** Why the last reading failed, as a sentence. */
  readonly problem: string | null;
}

/** The state without a payroll and without a file. */
export const noPayroll: PayrollState = {
  held: undefined,
  read: undefined,
  isMapping: false,
  problem: null,
};

/**
 * The state after the people of a table are read. If no row can be read, the held payroll stays as it is and the column
 * form opens with the reason.
 */
export function afterReading(state: PayrollState, read: ReadTable, next: HeldRoll): PayrollState {
  const { people, refused } = next.roll;
  if (people.length === 0) {
    return { ...state, isMapping: true, problem: emptyPayroll(refused[0]?.text) };
  }
  return { held: next, read, isMapping: false, problem: null };
}

const emptyPayroll = (first: string | undefined) =>
  `Nenhuma linha pôde ser lida${first === undefined ? '' : `. Na primeira, ${first}`}. Confira se as colunas de cargo e salário são as certas e tente de novo.`;
