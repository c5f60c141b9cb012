import { z } from 'zod';

/** The body of a call that has none, or an empty object. */
export const NoBody = z.strictObject({}).nullish();
