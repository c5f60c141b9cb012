/** A file that cannot be read as a roll; `message` is the Portuguese sentence that says what to do. */
export class RollFileError extends Error {
  override readonly name = 'RollFileError';
}

/** The most people of a roll. */
export const mostPeople = 50_000;
/** The largest file. */
export const mostMegabytes = 30;

export const tooManyRows = () =>
  new RollFileError(
    `A planilha tem mais de ${mostPeople.toLocaleString('pt-BR')} linhas. Separe-a por área ou por estado e leia uma parte por vez.`,
  );

/** A table as it stands in a file: texts, by row and column. */
export interface RollTable {
  readonly header: readonly string[];
  /** The row of the file that has the header, from 1. */
  readonly headerRow: number;
  /** Rows below the header, empty ones too, so that their places tell their numbers in the file. */
  readonly rows: readonly (readonly string[])[];
  /** What whoever opens the file should know of it, as sentences. */
  readonly notes: readonly string[];
}
