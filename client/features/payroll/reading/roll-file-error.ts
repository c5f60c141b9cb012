/** The error of a file that cannot be read as a payroll; `message` is a Portuguese sentence that states what to do. */
export class RollFileError extends Error {
  override readonly name = 'RollFileError';
}

/** The maximum number of people in a payroll. */
export const mostPeople = 50_000;
/** The maximum file size. */
export const mostMegabytes = 30;

export const tooManyRows = () =>
  new RollFileError(
    `A planilha tem mais de ${mostPeople.toLocaleString('pt-BR')} linhas. Separe-a por área ou por estado e leia uma parte por vez.`,
  );

/** A table as it is in the file: texts by row and column. */
export interface RollTable {
  readonly header: readonly string[];
  /** The row of the file that has the header, from 1. */
  readonly headerRow: number;
  /** The rows below the header, including empty ones, so that an index gives the row's number in the file. */
  readonly rows: readonly (readonly string[])[];
  /** Notes about the file for the user, as sentences. */
  readonly notes: readonly string[];
}
