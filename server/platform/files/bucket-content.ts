import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, codeOf } from '../errors.ts';
import type { StallTimeout } from './stall-timeout.ts';

/** Waits before each further attempt at a bucket that fails for the moment. */
export const retryAfterMs = [200, 1_000, 4_000] as const;

export interface BucketResponse {
  readonly response: Response;
  readonly timeout: StallTimeout;
}

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
  first: BucketResponse,
  rest: (received: number) => Promise<BucketResponse>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let waits = retryAfterMs.values();
  let answer = first;
  let pieces = piecesOf(answer);
  try {
    for (let received = 0; ;) {
      const next = await pieces.next().catch((cause: unknown) => ({ cause }));
      if ('cause' in next) {
        signal?.throwIfAborted();
        const { value: waitMs } = waits.next();
        if (waitMs === undefined || answer.timeout.signal.aborted) throw unreachable(next.cause);
        await sleep(waitMs, undefined, { signal });
        answer = await rest(received);
        pieces = piecesOf(answer);
      } else {
        if (next.done === true) return;
        received += next.value.length;
        // Only attempts without progress are counted.
        waits = retryAfterMs.values();
        yield next.value;
      }
    }
  } finally {
    await pieces.return(undefined);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const piecesOf = ({ response, timeout }: BucketResponse): AsyncGenerator<Uint8Array> =>
  timeout.pieces<Uint8Array>(response.body ?? nothing());
