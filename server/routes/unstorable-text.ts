import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** Refuses a NUL anywhere in a call: PostgreSQL cannot store it, and nobody means it. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    if (!holdsNul([params, query, isParsed(body) ? body : null])) return;
    throw new AppError(
      'invalid_value',
      400,
      'O pedido tem um caractere que não pode ser guardado.',
    );
  });
}

function holdsNul(values: unknown): boolean {
  let isFound = false;
  JSON.stringify(values, (_, value) => {
    isFound ||= typeof value === 'string' && value.includes('\0');
    return value;
  });
  return isFound;
}

/** Parsed JSON; the bytes of a file are nobody's text. */
const isParsed = (body: unknown) =>
  typeof body === 'string' ||
  Array.isArray(body) ||
  (typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype);
