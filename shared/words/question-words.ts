import { z } from 'zod';

/** A query in words, as the server describes it: its subject, then its filters one by one. */
export const QuestionWords = z.object({ subject: z.string(), parts: z.array(z.string()) });
export type QuestionWords = z.infer<typeof QuestionWords>;

/** Subject and parts of a query in one line. */
export const questionLine = ({ subject, parts }: QuestionWords) => [subject, ...parts].join(' · ');
