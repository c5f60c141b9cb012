import type { FastifyRequest } from 'fastify';
import { AppError, codeOf } from '../../platform/errors.ts';

const countLimits: readonly string[] = ['FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT', 'FST_FILES_LIMIT'];

/**
 * The parts of a request's multipart form. A form that breaks off or has too many parts is a client error. If the reader
 * stops early, the rest is discarded, so that the sender gets to the response. Files may take hours to arrive, so the
 * request is authorised again after them.
 */
export async function* formParts<Part>(
  request: FastifyRequest,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  try {
    yield* untilBroken(parts);
  } finally {
    request.raw.unpipe().resume();
  }
  request.user = await request.admit();
}

/** The parts of a form or the bytes of a file in it; either may break off in the middle. */
export async function* untilBroken<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (cause) {
    throw formFailure(cause);
  }
}

function formFailure(cause: unknown): unknown {
  const found = codeOf(cause);
  const code = typeof found === 'string' ? found : '';
  if (countLimits.includes(code)) {
    return new AppError('invalid_value', 400, 'O formulário tem campos desconhecidos.', {
      cause,
    });
  }
  if (code.startsWith('FST_')) return cause;
  return new AppError(
    'broken_form',
    400,
    'O formulário chegou incompleto ou malformado. Envie os arquivos outra vez.',
    { cause },
  );
}
