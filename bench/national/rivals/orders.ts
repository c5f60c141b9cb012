import { z } from 'zod';

/** The messages from the benchmark to a rival's process, and the replies. */
export const Order = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('load'),
    chunk: z.object({ parquet: z.string(), text: z.string().optional() }),
  }),
  z.object({ do: z.literal('finishLoad') }),
  z.object({ do: z.literal('contents') }),
  z.object({ do: z.literal('answer'), statements: z.array(z.string()), timeoutMs: z.number() }),
]);
export type Order = z.infer<typeof Order>;

export const Contents = z.object({ lines: z.number(), centavos: z.number() });

// Figures without records are NaN, which JSON transmits as null.
const figure = z
  .number()
  .nullable()
  .transform((number) => number ?? Number.NaN);

export const Answer = z.object({
  ms: z.number(),
  rows: z.array(
    z.array(
      z.object({
        mask: z.number(),
        keys: z.array(figure),
        records: z.number(),
        mean: figure,
        points: z.array(figure),
        lowest: figure,
        highest: figure,
      }),
    ),
  ),
});
