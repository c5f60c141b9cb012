/** A reason why the product cannot start, as one Portuguese line for the operator. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'StartError';
  }
}
