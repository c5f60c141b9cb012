import { z } from 'zod';

/** Schema of a request without a body, or with an empty object. */
export const EmptyBody = z.strictObject({}).nullish();
