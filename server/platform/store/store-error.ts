import { codeOf, type AppError } from '../errors.ts';

/** A fault of the app database that the query did not cause. */
export type StoreFault = keyof typeof sentences;

const away =
  'O banco de dados do aplicativo não está respondendo. Tente de novo em alguns segundos. Se continuar, avise um administrador.';

const sentences = {
  away,
  /** It cancelled this statement, and may cancel it again: a job is not repeated. */
  cancelled: away,
  damaged:
    'O banco de dados do aplicativo (app.sqlite em DATA_DIR) está danificado. Pare o sistema e restaure o último backup: npm run caged -- restore <pasta> --overwrite. O que há fica guardado em DATA_DIR/before-restore-….',
  read_only:
    'O banco de dados do aplicativo (app.sqlite em DATA_DIR) não permite escrita: confira a quem a pasta e o arquivo pertencem, e se o disco não está montado só para leitura.',
  locked:
    'O banco de dados do aplicativo está ocupado por outro programa. Tente de novo em alguns segundos. Se continuar, avise um administrador.',
} as const;

/** The app database is unavailable. The message is for users. */
export class StoreError extends Error {
  readonly fault: StoreFault;

  constructor(fault: StoreFault, cause: unknown) {
    super(sentences[fault], { cause });
    this.name = 'StoreError';
    this.fault = fault;
  }
}

/** Whether the failure is transient: the same work may succeed a little later. */
export const isTransientFailure = (error: unknown): boolean =>
  error instanceof StoreError && (error.fault === 'away' || error.fault === 'locked');

/** Awaits a write. Throws `taken` if another row already has the value. */
export async function orTaken<Result>(
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
  const code = codeOf(error);
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === '23505';
}

/** Whether a write failed because a row that it refers to, such as its user, was deleted meanwhile. */
export function isDeletedReference(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503';
}
