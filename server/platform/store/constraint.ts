import type { AppError } from '../errors.ts';

/** Awaits a write. Throws `taken` if another row already has the value. */
export async function unlessTaken<Result>(
  writing: Promise<Result>,
  taken: () => AppError,
): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
}

/** Whether a write failed because another row already has the value, by SQLite's or PostgreSQL's code. */
function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === '23505';
}
