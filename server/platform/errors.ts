import type { Queue } from '../../shared/contracts/failure.ts';

/**
 * The one kind of error that the product throws on purpose: a stable code, an HTTP status and a Portuguese
 * sentence for the reader. `routes/failures.ts` turns it into a `Failure`; anything else becomes a 500 that tells nothing.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly field: string | undefined;
  /** Seconds after which trying again makes sense; becomes the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;
  /** Of what waits for its turn. */
  readonly queue: Queue | undefined;

  constructor(
    code: string,
    status: number,
    message: string,
    options: { field?: string; retryAfterSeconds?: number; queue?: Queue; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.queue = options.queue;
  }
}
