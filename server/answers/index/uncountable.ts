/** Salaries that the month files cannot hold or add up. The engine counts such queries. */
export class UncountableRowsError extends RangeError {
  constructor(reason: string) {
    super(reason);
    this.name = 'UncountableRowsError';
  }
}
