/** A month's file that is gone or damaged: it is made anew, and meanwhile the question answered without it. */
export class UnreadableMonthError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.name = 'UnreadableMonthError';
    this.path = path;
  }
}
