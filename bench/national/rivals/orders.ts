import { z } from 'zod';

/** What the benchmark tells a rival's process to do, and what comes back. */
export const Order = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('load'),
    chunk: z.object({ parquet: z.string(), text: z.string().optional() }),
  }),
  z.object({ do: z.literal('settle') }),
  z.object({ do: z.literal('contents') }),
  z.object({ do: z.literal('answer'), statements: z.array(z.string()), timeoutMs: z.number() }),
]);
export type Order = z.infer<typeof Order>;

export const Contents = z.object({ lines: z.number(), centavos: z.number() });

// Figures of no records are NaN, which arrives as null.
const figure = z
  .number()
  .nullable()
  .transform((number) => number ?? Number.NaN);

export const Answer = z.object({
  ms: z.number(),
  cpuMs: z.number(),
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
