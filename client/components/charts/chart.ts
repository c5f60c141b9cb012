import type { Draw } from './drawing.ts';
import type { TableData } from './table-data.ts';

/** One chart in all its forms: drawn, read as a table, told in words, taken away. */
export type Chart = {
  title: string;
  /** What the drawing shows, in words. */
  summary: string;
  /** How to read the marks. */
  legend?: string;
  draw: Draw;
  table: TableData;
};

/** What a picture taken away says of itself. */
export type ChartSource = {
  /** Whom the figures are about. */
  subject: string;
  /** The question's other parts, in words. */
  question: string;
  /** "12.345 registros". */
  sample: string;
  /** Version of the data, origin and, where it is so, that the data is synthetic. */
  origin: string;
};

/** What a chart can be taken as. */
export type ChartForm = 'png' | 'svg' | 'csv' | 'xlsx';
