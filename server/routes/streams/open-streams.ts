import { AppError } from '../../platform/errors.ts';

/** Maximum streams per user. Each stream polls the app database more than once a second; a visible tab needs one. */
const mostOfPerson = 10;

/** Counts the open event streams of each user in this process. */
export class OpenStreams {
  readonly #held = new Map<string, number>();

  /** Takes a slot for one more stream, until it is disposed of. Throws `AppError` 429 if the user has too many. */
  take(userId: string): Disposable {
    const held = this.#held.get(userId) ?? 0;
    if (held >= mostOfPerson) throw tooManyStreams();
    this.#held.set(userId, held + 1);
    return {
      [Symbol.dispose]: () => {
        const left = (this.#held.get(userId) ?? 1) - 1;
        if (left > 0) this.#held.set(userId, left);
        else this.#held.delete(userId);
      },
    };
  }
}

const tooManyStreams = () =>
  new AppError(
    'too_many_streams',
    429,
    'Você já acompanha esta página em muitas abas ou aparelhos. Feche alguns e recarregue a página.',
    { retryAfterSeconds: 30 },
  );
