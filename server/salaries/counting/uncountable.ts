/** Rows that cannot be counted by columns: the question must be asked of the lines themselves. */
export class UncountableRowsError extends RangeError {
  constructor(reason: string) {
    super(reason);
    this.name = 'UncountableRowsError';
  }
}
