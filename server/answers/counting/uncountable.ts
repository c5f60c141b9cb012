/** Salaries that the months' files cannot hold or add up: the engine counts them. */
export class UncountableRowsError extends RangeError {
  constructor(reason: string) {
    super(reason);
    this.name = 'UncountableRowsError';
  }
}
