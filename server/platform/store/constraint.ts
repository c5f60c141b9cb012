import type { AppError } from '../errors.ts';

/** Writes, or throws the error for what another row already has. */
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

/** Whether a write failed because another row already has the value, in SQLite's words or PostgreSQL's. */
function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === '23505';
}
