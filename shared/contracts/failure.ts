import { z } from 'zod';

/** The queue position of a waiting query: its place, counted from 1, and the length of its queue. */
export const Queue = z.object({ place: z.number(), total: z.number() });
export type Queue = z.infer<typeof Queue>;

/** Every API error: a Portuguese sentence, a stable code and, where it applies, the field's name. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  field: z.string().optional(),
  /** Set for an unexpected error: the id to quote in a report and to find in the log. */
  requestId: z.string().optional(),
  /** Set while a query waits in the queue. */
  queue: Queue.optional(),
});
export type Failure = z.infer<typeof Failure>;
