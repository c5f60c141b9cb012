import type { FastifyRequest } from 'fastify';
import { AppError, codeOf } from '../../platform/errors.ts';

const countLimits: readonly string[] = ['FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT', 'FST_FILES_LIMIT'];

/** RFC 7578 requires both names of a file, but the parser, despite its types, neither. */
interface FormPart {
  readonly type: 'file' | 'field';
  readonly fieldname?: string;
  readonly filename?: string;
}

/**
 * The parts of a request's multipart form. A form that breaks off or has too many parts is a client error. If the reader
 * stops early, the rest is discarded, so that the sender gets to the response. Files may take hours to arrive, so the
 * request is authorised again after them.
 */
export async function* formParts<Part extends FormPart>(
  request: FastifyRequest,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  try {
    for await (const part of untilBroken(parts)) {
      const isNamed = part.type !== 'file' || part.filename !== undefined;
      if (!isNamed || part.fieldname === undefined) throw brokenForm();
      yield part;
    }
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
  const isKnown = code.startsWith('FST_') && code !== 'FST_INVALID_JSON_FIELD_ERROR';
  return isKnown ? cause : brokenForm(cause);
}

const brokenForm = (cause?: unknown) =>
  new AppError(
    'broken_form',
    400,
    'O formulário chegou incompleto ou malformado. Envie os arquivos outra vez.',
    { cause },
  );
