import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, codeOf } from '../errors.ts';

/** Waits before each further attempt at a bucket that fails for the moment. */
export const retryAfterMs = [200, 1_000, 4_000] as const;

const unreachableCode = 'arquivos_inalcancaveis';

export const unreachable = (cause?: unknown) =>
  new AppError(
    unreachableCode,
    503,
    'O armazenamento de arquivos não respondeu. Tente de novo em instantes. Se continuar, avise um administrador.',
    { cause },
  );

/** Whether the file storage failed. The log needs the cause, which users do not see. */
export const isUnreachable = (error: unknown) => codeOf(error) === unreachableCode;

/**
 * The content of a file from its first response on. After a cut connection it continues with the response to `rest`, which
 * starts at this many bytes. A server that stopped sending had its time, and is not asked again.
 */
export async function* continuedContent(
  first: Response,
  rest: (received: number) => Promise<Response>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let waits = retryAfterMs.values();
  let chunks = chunksOf(first);
  try {
    for (let received = 0; ;) {
      const next = await chunks.next().catch((cause: unknown) => ({ cause }));
      if ('cause' in next) {
        signal?.throwIfAborted();
        const { value: waitMs } = waits.next();
        if (waitMs === undefined || isStall(next.cause)) throw unreachable(next.cause);
        await sleep(waitMs, undefined, { signal });
        chunks = chunksOf(await rest(received));
      } else {
        if (next.done === true) return;
        received += next.value.length;
        // Only attempts without progress are counted.
        waits = retryAfterMs.values();
        yield next.value;
      }
    }
  } finally {
    await chunks.return(undefined);
  }
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  yield* body ?? [];
}

const stallCodes: readonly unknown[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

/** Whether undici closed the connection because no response, or no further chunk, arrived within its time limit. */
export const isStall = (error: unknown) =>
  error instanceof Error && stallCodes.includes(codeOf(error.cause));
