import type { Draw } from './drawing.ts';
import type { TableData } from './table-data.ts';

/** One chart in all its forms: drawing, table, text summary and saved file. */
export type Chart = {
  title: string;
  /** What the drawing shows, in words. */
  summary: string;
  /** How to read the marks. */
  legend?: string;
  draw: Draw;
  table: TableData;
};

/** The captions printed on a saved picture. */
export type ChartSource = {
  /** The subject of the figures. */
  subject: string;
  /** The other parts of the query, in words. */
  question: string;
  /** "12.345 registros". */
  sample: string;
  /** The data version, the origin and, if it applies, that the data is synthetic. */
  origin: string;
};

/** The formats a chart can be saved in. */
export type ChartForm = 'png' | 'svg' | 'csv' | 'xlsx';
