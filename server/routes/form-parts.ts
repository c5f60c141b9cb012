import { AppError } from '../errors.ts';

const countLimits: readonly string[] = ['FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT', 'FST_FILES_LIMIT'];

/** The parts of a multipart form; one that breaks off, or has parts too many, is the mistake of its sender. */
export async function* formParts<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (countLimits.includes(code)) {
      throw new AppError('invalid_value', 400, 'O formulário tem campos que não são conhecidos.', {
        cause,
      });
    }
    if (code.startsWith('FST_')) throw cause;
    throw new AppError(
      'broken_form',
      400,
      'O formulário chegou incompleto ou malformado. Envie os arquivos outra vez.',
      { cause },
    );
  }
}
