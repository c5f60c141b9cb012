import { z } from 'zod';

/** Where a question stands that waits for its turn: its place, counted from 1, of so many in its line. */
export const Queue = z.object({ place: z.number(), total: z.number() });
export type Queue = z.infer<typeof Queue>;

/** Every error of the API: a Portuguese sentence, a stable code and, where it applies, the field's name. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  field: z.string().optional(),
  /** Of an error that nobody foresaw: what to quote, and to look for in the log. */
  requestId: z.string().optional(),
  /** Of a question that waits for its turn. */
  queue: Queue.optional(),
});
export type Failure = z.infer<typeof Failure>;
