import { z } from 'zod';

/** Every error of the API: a Portuguese sentence, a stable code and, where it applies, the field's name. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  field: z.string().optional(),
  /** Of an error that nobody foresaw: what to quote, and to look for in the log. */
  requestId: z.string().optional(),
});
export type Failure = z.infer<typeof Failure>;
