import { z } from 'zod';

/** A `ratio` may be above one; both it and `share` are fractions. A `month` is AAAAMM. */
const PageTable = z.object({
  caption: z.string(),
  columns: z.array(
    z.object({
      header: z.string(),
      format: z.enum(['text', 'reais', 'count', 'share', 'ratio', 'month']),
    }),
  ),
  /** One cell per column; the first cell names the row. */
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});
export type PageTable = z.infer<typeof PageTable>;

/** A panel as screen, paper and workbook show it: sentences, tables, and how to read them. */
export const PanelPage = z.object({
  title: z.string(),
  /** What the figures show, a sentence each. */
  sentences: z.array(z.string()),
  tables: z.array(PageTable),
  notes: z.array(z.string()),
});
export type PanelPage = z.infer<typeof PanelPage>;
