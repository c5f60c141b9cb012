import { z } from 'zod';

/** A question in words, as the server tells it: what it is about, then its filters one by one. */
export const QuestionWords = z.object({ subject: z.string(), parts: z.array(z.string()) });
export type QuestionWords = z.infer<typeof QuestionWords>;

/** The same in one line. */
export const questionLine = ({ subject, parts }: QuestionWords) => [subject, ...parts].join(' · ');
