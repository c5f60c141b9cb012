import { Admission } from '../platform/admission.ts';
import { AppError } from '../platform/errors.ts';

/** Each holds a connection of the engine for as long as its reader takes. */
const csvAtOnce = {
  atOnce: 2,
  waiting: 8,
  patienceMs: 60_000,
  refusal: () =>
    new AppError(
      'too_many_searches',
      503,
      'Há muitos arquivos de registros sendo gerados. Tente de novo em alguns minutos.',
      { retryAfterSeconds: 60 },
    ),
};

/** One file at a time for a person, so that nobody takes all turns. */
const csvOfPerson = { ...csvAtOnce, atOnce: 1, waiting: 2 };

/** Who may have a file made now: a person in his own line, then all persons in one. */
export class CsvTurns {
  readonly #all = new Admission(csvAtOnce);
  readonly #own = new Map<string, { readonly line: Admission; count: number }>();

  /** Answers what to wrap the file's items in: the turn lasts to their end. Throws `AppError` 503 when too many wait. */
  async take(userId: string, signal = new AbortController().signal) {
    const own = this.#own.get(userId) ?? { line: new Admission(csvOfPerson), count: 0 };
    this.#own.set(userId, own);
    own.count += 1;
    const leave = () => {
      own.count -= 1;
      if (own.count === 0) this.#own.delete(userId);
    };
    return takeTurn(
      (work) => own.line.run(() => this.#all.run(work, signal), signal).finally(leave),
      signal,
    );
  }
}

/** Waits until it may begin; what it is then given is its turn, to its end. */
async function takeTurn(run: (work: () => Promise<void>) => Promise<void>, signal: AbortSignal) {
  const admitted = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  run(async () => {
    admitted.resolve();
    await ended.promise;
  }).catch(admitted.reject);
  await admitted.promise;
  // Who leaves may have read nothing of what the turn was given.
  if (signal.aborted) ended.resolve();
  signal.addEventListener('abort', () => ended.resolve(), { once: true });
  return async function* inTurn<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items;
    } finally {
      ended.resolve();
    }
  };
}
