import { z } from 'zod';

/** A query in words, as the server describes it: its subject, then its filters one by one. */
export const QueryWords = z.object({ subject: z.string(), parts: z.array(z.string()) });
export type QueryWords = z.infer<typeof QueryWords>;

export const queryLine = ({ subject, parts }: QueryWords) => [subject, ...parts].join(' · ');
