/** A reason for which the product cannot start, as one Portuguese line for the person who starts it. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'StartError';
  }
}
