import type { FastifyInstance } from 'fastify';
import { unseenCharactersSentence } from '../../../shared/contracts/people-fields.ts';
import { AppError } from '../../platform/errors.ts';

/** Refuses a NUL character anywhere in a request: PostgreSQL cannot store it, and no valid input has it. */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    const field = fieldWithNul([params, query, isParsed(body) ? body : null]);
    if (field === undefined) return;
    throw new AppError(
      'invalid_value',
      400,
      unseenCharactersSentence,
      field === '' ? {} : { field },
    );
  });
}

/**
 * The nearest field's name, empty if there is none; undefined without a NUL. Iterative, so that deep values do not
 * overflow the stack.
 */
function fieldWithNul(values: unknown): string | undefined {
  const waiting: { field: string; value: unknown }[] = [{ field: '', value: values }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { field, value } = next;
    if (typeof value === 'string' && value.includes('\0')) return field;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'string' || typeof inner === 'object')
        waiting.push({ field: Array.isArray(value) ? field : key, value: inner });
    }
  }
  return undefined;
}

/** Whether the body is parsed JSON; the bytes of a file are not text. */
const isParsed = (body: unknown) =>
  typeof body === 'string' ||
  Array.isArray(body) ||
  (typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype);
