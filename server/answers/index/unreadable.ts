/** A missing or damaged month file. The file is made again; meanwhile, queries run without it. */
export class UnreadableMonthError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.name = 'UnreadableMonthError';
    this.path = path;
  }
}
