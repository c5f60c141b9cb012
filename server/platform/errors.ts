import type { Queue } from '../../shared/contracts/failure.ts';

interface AppErrorOptions {
  readonly field?: string;
  readonly retryAfterSeconds?: number;
  readonly queue?: Queue;
  readonly cause?: unknown;
}

/**
 * The only kind of error that the product throws on purpose: a stable code, an HTTP status and a Portuguese message for
 * the user. `routes/http/failures.ts` turns it into a `Failure`; any other error becomes a 500 without details.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly field: string | undefined;
  /** Seconds until a retry makes sense; becomes the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;
  /** The queue position of a waiting job. */
  readonly queue: Queue | undefined;

  constructor(code: string, status: number, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.queue = options.queue;
  }
}

/** A request with a value that its field does not take. */
export const invalid = (field: string, message: string) =>
  new AppError('invalid_value', 400, message, { field });

/** Something that does not exist, or that the user may not know of. */
export const notFound = (code: string, message: string, options?: AppErrorOptions) =>
  new AppError(code, 404, message, options);

/** A request that the present state does not allow. */
export const conflict = (code: string, message: string, options?: AppErrorOptions) =>
  new AppError(code, 409, message, options);

/** Too much of one kind of work waits. */
export const busy = () =>
  new AppError('busy', 503, 'O sistema está ocupado. Tente de novo em instantes.', {
    retryAfterSeconds: 5,
  });

/** A reason why the product cannot start, as one Portuguese line for the operator. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** The code of an error of the system, a database or a library; undefined for a value without one. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
